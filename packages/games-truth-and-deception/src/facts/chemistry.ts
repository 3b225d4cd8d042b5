/** Pairs about elements and materials. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const CHEMISTRY: TopicFacts = {
  training: [
    'The chemical symbol of gold is {Au|Go}.',
    'The chemical symbol of iron is {Fe|Ir}.',
    'Water is a compound of hydrogen and {oxygen|nitrogen}.',
    'Table salt is {sodium|calcium} chloride.',
    'A diamond consists of {carbon|silicon}.',
    'The gas with the largest share in air is {nitrogen|oxygen}.',
    'At room temperature pure water has a pH of {seven|nine}.',
    'Acids turn blue litmus paper {red|green}.',
    'Brass is an alloy of copper and {zinc|carbon}.',
    'The metal mercury is {liquid|solid} at room temperature.',
    'The lightest of all chemical elements is {hydrogen|helium}.',
    'Helium belongs to the {noble gases|halogens}.',
    'The atomic number of carbon is {six|eight}.',
    'Dry ice is frozen {carbon dioxide|oxygen}.',
    'Vinegar owes its sour taste to {acetic|sulfuric} acid.',
    'An ozone molecule has {three|five} atoms.',
    'The formula of methane is {CH4|C2H6}.',
    'Solid sulfur is {yellow|blue}.',
    'An electron carries a {negative|positive} charge.',
    'The nucleus of a helium atom holds protons and {neutrons|electrons}.',
    'Dmitri Mendeleev is known for his {periodic table|theory of gravity}.',
    'The metal aluminium is won from {bauxite|rock salt}.',
    'Sodium colours a flame {yellow|violet}.',
    'Glass is made by melting {sand|coal} with other minerals.',
  ],
  evaluation: [
    'The chemical symbol of lead is {Pb|Le}.',
    'Limestone consists of calcium {carbonate|chloride} for the greater part.',
    'At sea level water boils at {100|120} degrees Celsius.',
    'Marie Curie discovered the element {radium|aluminium}.',
    'The hardest natural mineral is {diamond|quartz}.',
    'Natural rubber is won from the {latex|seeds} of a tree.',
  ],
};
