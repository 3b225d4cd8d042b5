/** Pairs about the human body. In each line the first alternative makes the true statement, the second the false one. */
import type { TopicFacts } from '../fact-list.js';

export const BODY: TopicFacts = {
  training: [
    'The human heart has {four|three} chambers.',
    'The femur is a bone of the {leg|arm}.',
    'The hormone insulin is made in the {pancreas|lungs}.',
    'Red blood cells carry {oxygen|bile} through the body.',
    'The cornea is a part of the {eye|tongue}.',
    'The anvil is a small bone in the {ear|nose}.',
    'The largest organ of the human body is the {skin|heart}.',
    'A full set of milk teeth counts {20|30} teeth.',
    'The {kidneys|lungs} make urine.',
    'A lack of vitamin C causes {scurvy|rickets}.',
    'The red pigment of human blood contains {iron|tin}.',
    'The human neck has {seven|twelve} vertebrae.',
    'Arteries carry blood {away from|back to} the heart.',
    'In the human eye the lens lies {behind|in front of} the iris.',
    'Humans have {23|32} pairs of chromosomes.',
    'The patella is another name for the {kneecap|elbow}.',
    'The left lung of a human has {two|three} lobes.',
    'Signals of the eye reach the brain through the {optic|auditory} nerve.',
    'The appendix hangs from the {large intestine|stomach}.',
    'The thyroid gland lies in the {neck|foot}.',
    'Human nails are made of {keratin|enamel}.',
    'The human skull surrounds the {brain|spleen}.',
  ],
  evaluation: [
    'The Achilles tendon ends at the {heel|elbow}.',
    'Bile is made by the {liver|spleen}.',
    'The windpipe is also called the {trachea|oesophagus}.',
    'The stirrup is a bone in the {ear|wrist}.',
    'The retina lies at the {back|front} of the eye.',
    'The diaphragm is a muscle used in {breathing|chewing}.',
  ],
};
