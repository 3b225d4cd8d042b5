/** Pairs about numbers and shapes. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const MATHEMATICS: TopicFacts = {
  training: [
    'The angles of a plane triangle add up to {180|360} degrees.',
    'Seven times eight is {56|54}.',
    'The square root of 144 is {12|14}.',
    'A hexagon has {six|eight} sides.',
    'The number {97|91} is a prime.',
    'Two to the tenth power is {1,024|1,000}.',
    'The decimals of pi begin {3.14159|3.15149}.',
    'A cube has {twelve|eight} edges.',
    'The binary number 1010 equals {ten|twelve}.',
    'The longest side of a right triangle is the {hypotenuse|diagonal}.',
    'Zero is an {even|odd} number.',
    'A dozen dozens are {144|124}.',
    'The smallest prime is {two|one}.',
    'The fraction 1/4 equals {0.25|0.4}.',
    'The Roman numeral XL stands for {40|60}.',
    'The product of the whole numbers from one to five is {120|15}.',
    'The area of a circle of radius r is {pi times r squared|two times pi times r}.',
    'The median of 1, 2 and 9 is {2|4}.',
    'The next square number after 49 is {64|56}.',
    'Two tosses of a fair coin both show heads with probability {1/4|1/3}.',
    'In digits, one million is written with {six|seven} zeros.',
    'An icosahedron has {20|16} faces.',
    'Euclid is the author of the {Elements|Almagest}.',
  ],
  evaluation: [
    'The square of nine is {81|72}.',
    'The least common multiple of 4 and 6 is {12|24}.',
    'The Roman numeral MC means {1,100|900}.',
    'The logarithm of 1,000 to base ten is {three|four}.',
    'The number {51|53} can be divided by three.',
    'A tetrahedron has {four|six} corners.',
  ],
};
