/**
 * Claims: what a message says about the two facts, and the few sentences that scripted seats and very small models say.
 * Reading is plain pattern matching for the scripted guesser, not language understanding; nothing here knows which fact is true.
 */
import type { FactNumber } from './fact-list.js';

/** What a scripted deceiver says for one fact: it calls that one true, or the other one false. */
const CLAIMS: { readonly [fact in FactNumber]: readonly string[] } = {
  1: ['Fact 1 is true.', 'Fact 2 is false.', 'Trust me, it is Fact 1.'],
  2: ['Fact 2 is true.', 'Fact 1 is false.', 'Trust me, it is Fact 2.'],
};

const QUESTIONS: readonly string[] = ['Which one is true?', 'Are you sure?', 'Why should I trust you?'];

/** The sentences of each role. Their words are among `briefWords`. */
export const PHRASES = { deceiver: [...CLAIMS[1], ...CLAIMS[2]], guesser: QUESTIONS } as const;

/** The sentences that claim this fact to be the true one. */
export function claimsFor(fact: FactNumber): readonly string[] {
  return CLAIMS[fact];
}

// A mention of a fact with what follows it in its sentence, up to the next mention.
const MENTION = /\bfact ([12])\b([^.!?\n]*?)(?=\bfact [12]\b|[.!?\n]|$)/gi;
const DENIED = /\b(false|wrong|untrue|lie|fake|not|isn't|never|invented|made up)\b/i;

/** The fact that the last claim in these messages calls true (by calling the other one false, too); `null` without any claim. */
export function lastClaim(messages: readonly string[]): FactNumber | null {
  for (let index = messages.length - 1; index >= 0; index--) {
    const [, fact, rest] = [...(messages[index] as string).matchAll(MENTION)].at(-1) ?? [];
    if (fact !== undefined) return (fact === '1') === DENIED.test(rest as string) ? 2 : 1;
  }
  return null;
}
