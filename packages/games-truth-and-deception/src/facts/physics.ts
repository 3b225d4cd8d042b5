/** Pairs about forces, light, heat and instruments. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const PHYSICS: TopicFacts = {
  training: [
    'Sound travels {faster|slower} in water than in air.',
    'Light travels {slower|faster} in glass than in a vacuum.',
    'Ice floats on water because it is {less|more} dense.',
    'The unit of electric resistance is the {ohm|hertz}.',
    'The unit of force is the {newton|kelvin}.',
    'In a vacuum a feather falls {as fast as|slower than} a stone.',
    'Red light has a {longer|shorter} wavelength than blue light.',
    'Absolute zero lies below minus {273|373} degrees Celsius.',
    'A magnifying glass is a {convex|concave} lens.',
    'The north poles of two magnets {repel|attract} each other.',
    'Sound cannot travel through {a vacuum|steel}.',
    'A transformer changes the {voltage|frequency} of an alternating current.',
    'Acceleration is the rate of change of {velocity|mass}.',
    'Isaac Newton wrote the {Principia|Origin of Species}.',
    'In the equation of Albert Einstein, E equals m times {c squared|c cubed}.',
    'A barometer measures {air pressure|wind direction}.',
    'A Geiger counter detects {radiation|magnetism}.',
    'Light travels 300,000 kilometres in about one {second|minute}.',
    'A floating body displaces its own {weight|volume} of water.',
    'By itself, heat flows from {hot to cold|cold to hot}.',
    'The higher the mountain, the {lower|higher} the boiling point of water on its top.',
    'A prism splits white light into {colours|shadows}.',
    'The unit kilowatt hour measures {energy|power}.',
  ],
  evaluation: [
    'The unit of pressure is the {pascal|ampere}.',
    'A long pendulum swings {slower|faster} than a short one.',
    'A seismograph records {earthquakes|sunlight}.',
    'Ultraviolet light has a {higher|lower} frequency than green light.',
    'On the Celsius scale water freezes at {0|32} degrees.',
    'Copper conducts electricity {better|worse} than glass.',
  ],
};
