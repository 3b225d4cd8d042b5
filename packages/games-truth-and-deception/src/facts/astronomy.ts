/** Pairs about sky and space. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const ASTRONOMY: TopicFacts = {
  training: [
    'The planet closest to the Sun is {Mercury|Venus}.',
    'The largest planet of the solar system is {Jupiter|Neptune}.',
    'Sunlight takes eight {minutes|days} and a little more to reach the Earth.',
    'Phobos is a moon of {Mars|Jupiter}.',
    'Titan is a moon of {Saturn|Mercury}.',
    'The Earth is {nearer to|farther from} the Sun in January than in July.',
    'The rings of Saturn are made of {ice|iron} for the greater part.',
    'The first human in space was {Yuri Gagarin|Alan Shepard}.',
    'The first human on the Moon was {Neil Armstrong|Buzz Aldrin}.',
    'A solar eclipse can happen only at {new|full} moon.',
    'Seen from above its north pole, the Earth turns {anticlockwise|clockwise}.',
    'The Milky Way is a {spiral|elliptical} galaxy.',
    'The star nearest to the Sun is {Proxima Centauri|Betelgeuse}.',
    'The brightest star of the night sky is {Sirius|Polaris}.',
    'Neptune orbits {outside|inside} the orbit of Uranus.',
    'A light year is a unit of {distance|time}.',
    'The Sun is a {star|planet}.',
    'Sputnik 1 was launched in {1957|1967}.',
    'The Hubble Space Telescope was put in orbit around the {Earth|Moon}.',
    'The ocean tides are caused by the {Moon|wind} above all.',
    'The planet Venus has {no moon|two moons}.',
    'Laika, who flew on Sputnik 2, was a {dog|monkey}.',
  ],
  evaluation: [
    'Ganymede is a moon of {Jupiter|Venus}.',
    'Olympus Mons is a volcano on {Mars|the Moon}.',
    'The asteroid belt lies between Mars and {Jupiter|Earth}.',
    'Since 2006 Pluto has been called a {dwarf|giant} planet.',
    'Apollo 11 carried {three|four} astronauts.',
    'The Great Red Spot is a storm on {Jupiter|Saturn}.',
  ],
};
