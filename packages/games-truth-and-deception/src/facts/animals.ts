/** Pairs about animals. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const ANIMALS: TopicFacts = {
  training: [
    'A spider walks on {eight|six} legs.',
    'Whales breathe with {lungs|gills}.',
    'Bats are {mammals|birds}.',
    'Emperor penguins breed in {Antarctica|Greenland}.',
    'Polar bears live in the {Arctic|Antarctic}.',
    'A group of lions is called a {pride|shoal}.',
    'An octopus has {three hearts|one heart}.',
    'A blue whale is {heavier|lighter} than an African elephant.',
    'The top speed of a cheetah is {higher|lower} than that of a lion.',
    'A young swan is called a {cygnet|foal}.',
    'The young of a goat is called a {kid|calf}.',
    'Honey bees show each other the way to food by {dancing|singing}.',
    'The ostrich is a bird that cannot {fly|run}.',
    'A platypus {lays eggs|bears live young}.',
    'A dromedary has {one hump|two humps}.',
    'The skeleton of a shark is made of {cartilage|bone}.',
    'A caterpillar grows up to be a butterfly or a {moth|beetle}.',
    'The koala feeds on the leaves of the {eucalyptus|bamboo}.',
    'An earthworm has no {bones|muscles}.',
    'Snakes pick up smells with the {tongue|tail}.',
    'Frogs hatch from their eggs as {tadpoles|caterpillars}.',
    'A gorilla is an {ape|antelope}.',
  ],
  evaluation: [
    'A female horse is called a {mare|ewe}.',
    'Scorpions belong to the {arachnids|insects}.',
    'A dolphin is a {mammal|fish}.',
    'A stag grows new antlers every {year|month}.',
    'The kiwi is a bird of {New Zealand|Madagascar}.',
    'A seahorse is a {fish|crustacean}.',
  ],
};
