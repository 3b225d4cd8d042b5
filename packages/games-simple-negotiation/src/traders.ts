/**
 * The scripted opponents of Simple Negotiation. Each sees what its seat sees, keeps nothing, and offers in the configured order of the resources.
 * None of them is strong: they are measures for a learner, from never trading to trading only what beats the other's guessed gain.
 */
import type { JsonObject, ScriptedAgent, ScriptedPolicy } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { mirrored, worth, type NegotiationAction, type OfferAction } from './action.js';
import { PHRASES, type NegotiationObservation, type OwnHolding } from './observation.js';
import { amountIn, type Amounts } from './options.js';

type Policy = ScriptedPolicy<NegotiationAction, NegotiationObservation>;
type Trader = ScriptedAgent<NegotiationAction, NegotiationObservation>;

const LARGEST_ASK = 10; // of the random agent: larger asks are nearly never affordable and would only lengthen its matches
const LARGEST_SIDE = 3; // of one offer of the traders that search: small trades keep several turns worth while

function offer(give: string, giveAmount: number, get: string, getAmount: number): OfferAction {
  return { kind: 'offer', give: { [give]: giveAmount }, get: { [get]: getAmount } };
}

function ownOf({ own }: NegotiationObservation): OwnHolding {
  if (!own) throw new TypeError('expected the observation of a seat that is to move');
  return own;
}

/** What the open offer is worth to the reader, or `null` where it cannot accept. */
function worthOfAccepting({ can, offer: open, own }: NegotiationObservation): number | null {
  return can.includes('accept') && open && own ? worth(mirrored(open), own.values) : null;
}

/** Deny, else talk, else an offer nobody can accept: it asks for all there is of a resource of which the asker holds some. */
function decline(observation: NegotiationObservation, rng: Rng): NegotiationAction {
  if (observation.can.includes('deny')) return { kind: 'deny' };
  if (observation.talk) return { kind: 'talk', message: rng.pick(PHRASES) };
  const { stock } = ownOf(observation);
  const { name, most } = observation.resources.find((resource) => amountIn(stock, resource.name) > 0) as { name: string; most: number };
  return offer(name, 1, name, most);
}

const silent: Trader = {
  summary: 'Never trades: denies what is offered and talks; where talk is off, asks for what cannot be had.',
  make: (_params: JsonObject, rng: Rng): Policy => (observation) => decline(observation, rng),
};

const random: Trader = {
  summary: 'A kind of action uniformly among those possible; offers of one resource on each side, give up to its stock, get up to 10.',
  make: (_params: JsonObject, rng: Rng): Policy => (observation) => {
    const kind = rng.pick(observation.can);
    if (kind === 'talk') return { kind, message: rng.pick(PHRASES) };
    if (kind !== 'offer') return { kind };
    const { stock } = ownOf(observation);
    const give = rng.pick(observation.resources.filter(({ name }) => amountIn(stock, name) > 0)).name;
    const get = rng.pick(observation.resources.filter(({ name }) => name !== give));
    return offer(give, rng.between(1, amountIn(stock, give)), get.name, rng.between(1, Math.max(1, Math.min(LARGEST_ASK, get.most))));
  },
};

const naiveTrader: Trader = {
  summary: 'Accepts whatever it gains by; offers one unit of what it values least for one of what it values most.',
  make: (_params: JsonObject, rng: Rng): Policy => (observation) => {
    if ((worthOfAccepting(observation) ?? 0) > 0) return { kind: 'accept' };
    const { cheap, dear } = cheapAndDear(observation);
    return cheap === dear ? decline(observation, rng) : offer(cheap, 1, dear, 1);
  },
};

const greedyTrader: Trader = {
  summary: 'Accepts whatever it gains by; else gives 1 to 3 of what it values least and asks for up to 2 more of what it values most.',
  make: (_params: JsonObject, rng: Rng): Policy => (observation) => {
    if ((worthOfAccepting(observation) ?? 0) > 0) return { kind: 'accept' };
    const { cheap, dear } = cheapAndDear(observation);
    if (cheap === dear) return decline(observation, rng);
    const give = Math.min(rng.between(1, 3), amountIn(ownOf(observation).stock, cheap));
    return offer(cheap, give, dear, give + rng.int(3));
  },
};

const sensibleTrader: Trader = {
  summary: 'Accepts and offers only what it gains more by than the other would at base values.',
  make: (_params: JsonObject, rng: Rng): Policy => (observation) => {
    const gain = worthOfAccepting(observation);
    if (gain !== null && observation.offer && gain > 0 && gain > worth(observation.offer, basesOf(observation))) return { kind: 'accept' };
    return bestOffer(observation) ?? decline(observation, rng);
  },
};

/** The scripted opponents by name. */
export const TRADERS: { readonly [name: string]: Trader } = {
  random,
  silent,
  'naive-trader': naiveTrader,
  'greedy-trader': greedyTrader,
  'sensible-trader': sensibleTrader,
};

/** The held resource that is worth least to the reader, and the resource that is worth most; ties go to the one listed first. */
function cheapAndDear(observation: NegotiationObservation): { readonly cheap: string; readonly dear: string } {
  const { values, stock } = ownOf(observation);
  const value = (name: string): number => amountIn(values, name);
  const names = observation.resources.map(({ name }) => name);
  const cheap = names.filter((name) => amountIn(stock, name) > 0).reduce((best, name) => (value(name) < value(best) ? name : best));
  return { cheap, dear: names.reduce((best, name) => (value(name) > value(best) ? name : best)) };
}

function basesOf({ resources }: NegotiationObservation): Amounts {
  return Object.fromEntries(resources.map(({ name, base }) => [name, base]));
}

/** Of the small offers of one resource for another that cost the other nothing at base values: the one with the largest lead over its guessed gain. */
function bestOffer(observation: NegotiationObservation): OfferAction | null {
  const { values, stock } = ownOf(observation);
  const bases = basesOf(observation);
  let best: { readonly action: OfferAction; readonly lead: number } | null = null;
  for (const { name: give } of observation.resources) {
    for (const { name: get } of observation.resources) {
      if (give === get) continue;
      for (let giveAmount = 1; giveAmount <= Math.min(LARGEST_SIDE, amountIn(stock, give)); giveAmount++) {
        for (let getAmount = 1; getAmount <= LARGEST_SIDE; getAmount++) {
          const action = offer(give, giveAmount, get, getAmount);
          const own = worth(action, values);
          const other = worth(mirrored(action), bases);
          if (own <= 0 || other < 0 || own <= (best ? best.lead : 0) + other) continue;
          best = { action, lead: own - other };
        }
      }
    }
  }
  return best && best.action;
}
