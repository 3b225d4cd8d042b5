/** Pairs about music, painting and building. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const ARTS: TopicFacts = {
  training: [
    'A standard piano has {88|66} keys.',
    'A violin has {four|five} strings.',
    'Ludwig van Beethoven completed {nine|fourteen} symphonies.',
    'The Mona Lisa was painted by {Leonardo da Vinci|Caravaggio}.',
    'The ceiling of the Sistine Chapel was painted by {Michelangelo|Botticelli}.',
    'The opera Carmen was composed by {Georges Bizet|Richard Wagner}.',
    'The opera The Magic Flute is by {Mozart|Rossini}.',
    'Vincent van Gogh was born in {the Netherlands|Sweden}.',
    'Pablo Picasso was born in {Spain|Brazil}.',
    'The Four Seasons are violin concertos by {Vivaldi|Tchaikovsky}.',
    'A trumpet is a {brass|woodwind} instrument.',
    'The clarinet is played with a {reed|bow}.',
    'Blue and yellow paint mixed together give {green|purple}.',
    'The ballet Swan Lake has music by {Tchaikovsky|Mozart}.',
    'A string quartet needs {four|fourteen} musicians.',
    'The musical term forte means {loud|slow}.',
    'The painting The Scream is by {Edvard Munch|Gustav Klimt}.',
    'The statue of David by Michelangelo is made of {marble|bronze}.',
    'Girl with a Pearl Earring was painted by {Vermeer|Velazquez}.',
    'The Taj Mahal was built as a {tomb|fortress}.',
    'Origami is the art of folding {paper|napkins}.',
    'The Beatles came from {Liverpool|Dublin}.',
    'An octave spans {twelve|twenty} semitones.',
    'A fresco is painted on wet {plaster|canvas}.',
  ],
  evaluation: [
    'The Rite of Spring was composed by {Igor Stravinsky|Franz Schubert}.',
    'A cello is {larger|smaller} than a viola.',
    'The Thinker is a sculpture by {Rodin|Donatello}.',
    'The strings of a harp are {plucked|bowed}.',
    'The Starry Night was painted by {Vincent van Gogh|Claude Monet}.',
    'Frederic Chopin was born near {Warsaw|Budapest}.',
  ],
};
