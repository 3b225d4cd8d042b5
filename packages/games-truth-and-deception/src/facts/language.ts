/** Pairs about words and books. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const LANGUAGE: TopicFacts = {
  training: [
    'The play Romeo and Juliet was written by {William Shakespeare|Oscar Wilde}.',
    'The author of Don Quixote is {Cervantes|Petrarch}.',
    'The first letter of the Greek alphabet is {alpha|kappa}.',
    'The English alphabet has {26|28} letters.',
    'The plural of the English word ox is {oxen|oxes}.',
    'The language Esperanto was created by {Zamenhof|Tolkien}.',
    'A sonnet has {fourteen|twenty} lines.',
    'Sherlock Holmes is a figure of {Arthur Conan Doyle|Agatha Christie}.',
    'The novel Frankenstein was written by {Mary Shelley|Bram Stoker}.',
    'The official language of Brazil is {Portuguese|Spanish}.',
    'The German word Hund means {dog|hundred}.',
    'The Latin word aqua means {water|eagle}.',
    'The hero of the Odyssey is {Odysseus|Hector}.',
    'The detective Hercule Poirot comes from {Belgium|Switzerland}.',
    'Moby Dick is a white {whale|horse}.',
    'Hamlet is a prince of {Denmark|Scotland}.',
    'The word robot comes from {Czech|Chinese}.',
    'The word kindergarten comes from {German|Swedish}.',
    'Dante is the poet of the {Divine Comedy|Canterbury Tales}.',
    'War and Peace is a novel by {Leo Tolstoy|Franz Kafka}.',
    'Gulliver travels to the land of {Lilliput|Narnia}.',
    'Hebrew is written from {right to left|left to right}.',
    'Robinson Crusoe calls his companion {Friday|Monday}.',
    'Arabic numerals came to Europe from the {Arab|Celtic} world.',
  ],
  evaluation: [
    'Pride and Prejudice was written by {Jane Austen|Virginia Woolf}.',
    'The French word livre means {book|liver}.',
    'Cyrillic letters are used to write {Bulgarian|Turkish} today.',
    'The puppet Pinocchio was carved by {Geppetto|Rapunzel}.',
    'The Iliad tells of the war of {Troy|Rome}.',
    'Braille is made to be read by {touch|smell}.',
  ],
};
