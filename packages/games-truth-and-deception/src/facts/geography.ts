/** Pairs about countries, cities, rivers and seas. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const GEOGRAPHY: TopicFacts = {
  training: [
    'The capital of Australia is {Canberra|Sydney}.',
    'The capital of Canada is {Ottawa|Toronto}.',
    'The capital of Turkey is {Ankara|Istanbul}.',
    'The capital of Brazil is {Brasilia|Rio de Janeiro}.',
    'The capital of New Zealand is {Wellington|Auckland}.',
    'Iceland lies in the {Atlantic|Pacific} Ocean.',
    'The river Danube flows into the {Black|Baltic} Sea.',
    'The river Rhine empties near {Rotterdam|Hamburg}.',
    'The Sahara is a desert in {Africa|Asia}.',
    'The Atacama Desert lies in {South America|Central Asia}.',
    'Mount Kilimanjaro stands in {Tanzania|Kenya}.',
    'The Strait of Gibraltar separates Spain from {Morocco|Tunisia}.',
    'The Suez Canal joins the Mediterranean Sea to the {Red|Caspian} Sea.',
    'Lake Titicaca lies on the border of Peru and {Bolivia|Chile}.',
    'The largest ocean of the Earth is the {Pacific|Atlantic}.',
    'Madagascar is an island off the coast of {Africa|India}.',
    'The old city of Timbuktu lies in {Mali|Chad}.',
    'The Andes are mountains of {South|North} America.',
    'Portugal has a land border with {Spain|France}.',
    'The island of Crete belongs to {Greece|Italy}.',
    'The equator crosses {Ecuador|Mexico}.',
  ],
  evaluation: [
    'The capital of Morocco is {Rabat|Casablanca}.',
    'The river Seine flows through {Paris|Lyon}.',
    'The Caspian Sea has a shore in {Iran|Iraq}.',
    'Mount Fuji stands on the island of {Honshu|Hokkaido}.',
    'Sri Lanka is surrounded by the {Indian|Arctic} Ocean.',
    'The Great Barrier Reef lies off the coast of {Australia|California}.',
  ],
};
