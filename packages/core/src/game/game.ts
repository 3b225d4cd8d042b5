/**
 * The game contract: what a plugin says about one game, in one order, as pure functions over plain JSON.
 * It is not a match: no turns are taken here, no clock, no socket, no prompt wording beyond the game's own texts.
 * Nothing here mutates a state, reads a clock or a global random source. Each comment says what must agree with what;
 * `gameConformance` in core/testing checks it. Shape learnt from open_spiel's spiel.h; rules in docs/writing-a-game.md.
 */
import type { Json, JsonObject, JsonSchema } from '../json.js';
import type { Rng } from '../random/rng.js';

/** The contract's version: a plugin with another major number is refused. */
export const API_VERSION = '1.0';

/** Index of a place at the table, 0..n-1. It carries no meaning: roles do. */
export type Seat = number;

/** What a seat is in one match, as a string of the game ('first', 'buyer'). Keys baselines, ratings and reports. */
export type Role = string;

/** Who reads: a seat, or somebody without one. */
export type Reader = Seat | 'spectator';

/** One return per seat. */
export type Returns = readonly number[];

export type Options = JsonObject;
export type State = JsonObject;
export type Action = JsonObject;
export type Observation = JsonObject;

export type TurnOrder = 'sequential' | 'simultaneous' | 'mixed';
export type Information = 'perfect' | 'imperfect';
export type ChanceKind = 'none' | 'enumerated' | 'sampled';
export type Utility = 'zero-sum' | 'constant-sum' | 'general-sum';

/** A transition: an outcome at a chance node, or the actions of the seats that were to act (one, or several at once). */
export type Move<A extends Action = Action> =
  | { readonly kind: 'chance'; readonly outcome: Json }
  | { readonly kind: 'actions'; readonly actions: { readonly [seat: Seat]: A } };

/** A fact, or a function of what changes it: the options, for `keywords` the observation. (Written as a method type so that games of different options share one list.) */
export type Fact<T, X> = T | { of(x: X): T }['of'];

/** One outcome of a chance node with its probability; those of a node sum to 1. */
export interface ChanceOutcome {
  readonly outcome: Json;
  readonly probability: number;
}

/** A scripted policy at one table: called once a turn with what its seat may know. It keeps nothing between matches. */
export type ScriptedPolicy<A extends Action = Action, V extends Observation = Observation> = {
  act(observation: V, legalActions: readonly A[] | null): A;
}['act'];

/** A scripted opponent that a game ships. */
export interface ScriptedAgent<A extends Action = Action, V extends Observation = Observation> {
  readonly summary: string;
  /** JSON Schema (an object with defaults) of its parameters; absent: it takes none. */
  readonly paramsSchema?: JsonSchema;
  /** One policy for one seat of one match. `params` were checked against the schema and have the defaults filled in. */
  make(params: JsonObject, rng: Rng): ScriptedPolicy<A, V>;
}

/** Free talk beside or instead of an action. Absent on a game without talk. */
export interface Talk<A extends Action, V extends Observation> {
  /** Whether this seat may talk this turn. Then bracketless text is talk and the bare form of a token is off. */
  allowed(observation: V): boolean;
  /** The action with a message added; `null` as action: talk alone. The message is not empty and within the limits. */
  withMessage(action: A | null, message: string): A;
}

/**
 * A game. `O`, `S`, `A`, `V` are its options (defaults filled in), state, action and observation: all plain JSON.
 * A state is exactly one of: decision (`seatsToAct` not empty), chance (`isChance`), terminal (`isTerminal`).
 */
export interface Game<O extends Options = Options, S extends State = State, A extends Action = Action, V extends Observation = Observation> {
  // ---- what it is
  /** Lower-case words joined by hyphens, unique among installed games. */
  readonly id: string;
  /** Semantic version of the rules; it is stored with every record. */
  readonly version: string;
  readonly apiVersion: string;
  readonly title: string;
  readonly summary: string;
  readonly seats: { readonly min: number; readonly max: number };
  /** The roles of a match, one per seat; equal names are allowed where seats are interchangeable ('player', 'player'). */
  roles(options: O): readonly Role[];
  readonly turnOrder: Fact<TurnOrder, O>;
  readonly information: Fact<Information, O>;
  readonly chance: Fact<ChanceKind, O>;
  readonly utility: Fact<Utility, O>;
  /** Smallest and largest return of a seat in an honest ending. */
  returnsRange(options: O): { readonly min: number; readonly max: number };
  /** Plies (accepted decisions; a simultaneous stage is one) after which a match is truncated and `returns` adjudicates. */
  maxSteps(options: O): number;
  /** Whether random matches may be cut off by `maxSteps`, as those of chess are. Absent: each ends by the rules; the conformance kit asks that of at least one in any case. */
  readonly mayTruncate?: boolean;

  // ---- options and actions
  /** JSON Schema of the options: an object, every property with a `default`, unknown keys refused. */
  readonly optionsSchema: JsonSchema;
  /** Named option sets, without `default`: `{ '5x5': { size: 5, line: 4 } }`. */
  readonly variants: { readonly [name: string]: Partial<O> };
  /** What schema cannot say about options (a line longer than the board): `null`, or what is wrong. */
  optionsProblem?(options: O): string | null;
  /** THE spec of an action for these options: JSON Schema 2020-12, an object, bounds from the options. Core adds `$schema` and `$id`. */
  actionSchema(options: O): JsonSchema;

  // ---- states and moves
  /** The first state. `roles[seat]` is that seat's role: a permutation of `roles(options)`. Keep what later methods need of both in the state. */
  initialState(options: O, roles: readonly Role[]): S;
  /** Only where chance deals roles: the role of a seat once known. */
  roleOf?(state: S, seat: Seat): Role;
  isTerminal(state: S): boolean;
  /** Seats that act now; empty at chance nodes and at the end. Several: one joint stage. */
  seatsToAct(state: S): readonly Seat[];
  /** Whether chance moves now. Absent on games without chance. */
  isChance?(state: S): boolean;
  /** All outcomes of a chance node, at most 1,296. Required where `chance` is 'enumerated'. */
  chanceOutcomes?(state: S): readonly ChanceOutcome[];
  /** One outcome drawn from `rng`. Required where `chance` is 'sampled'; else core draws from `chanceOutcomes`. */
  sampleChance?(state: S, rng: Rng): Json;
  /** Names the generator of this draw (`rng.fork(chanceKey)`), so that hand 3 is dealt alike whatever was played before. Default: index of the chance step. */
  chanceKey?(state: S): string;
  /** The state after a move that passed schema and `refusal` (or a chance outcome). The given state stays as it is. */
  apply(state: S, move: Move<A>): S;
  /** The finite list, or `null` where the action space is open. It equals the set of actions that pass schema and `refusal`. Empty for a seat that is not to act. */
  legalActions(state: S, seat: Seat): readonly A[] | null;
  /** Why an action that fits the schema is not legal for a seat that is to act; `null` when it is legal. Shown to the offender. */
  refusal(state: S, seat: Seat, action: A): string | null;

  // ---- what readers know
  /** Everything a reader may know now, sufficient to play well from it alone. Pure. Contains no more than `told` gave this reader. */
  observe(state: S, reader: Reader): V;
  /** What a reader learns from a move made in `state` (the state before it); `null`: nothing, not even that it happened. Chance is `null` unless declared here. */
  told(state: S, move: Move<A>, reader: Reader): Json;

  // ---- texts
  /** The rules for one role with the real options: what a language model or a person reads first. */
  rules(role: Role, options: O): string;
  /** The observation for people and language models, several lines. */
  text(observation: V): string;
  /** The shortest faithful text for very small models: words with single spaces, starting with game id and role. */
  brief(observation: V): string;
  /** Every word that `brief` and the words of action texts can hold under these options. */
  briefWords(options: O): readonly string[];
  /**
   * The words that may follow `words` in the action text (outer brackets cut, split at spaces); empty: the action is complete.
   * Default: the trie of the legal actions. Needed where the action space is open; there it may leave out legal actions that can have no effect. When an action is complete but may also go on, the list holds `''` too.
   */
  briefNext?(observation: V, words: readonly string[]): readonly string[];
  /** The one canonical text of an action, such as `[4]`. Reading it back gives the same action. */
  formatAction(action: A): string;
  /**
   * Words of two letters or more that begin a token of this game, lower case: a bracket that begins with one and does not parse is malformed.
   * A function of the observation where turns differ: in a turn whose brackets are plain talk it gives none, and `readToken` gives `null`.
   */
  readonly keywords: Fact<readonly string[], V>;
  /**
   * The inside of one bracket pair, trimmed, white space runs as one space: the action it names, legal or not, or `null` when it is no token of this game.
   * Letters fold by ASCII only; integers are `0` or `[1-9][0-9]*`. The result need not fit the schema: core checks it.
   */
  readToken(inside: string, observation: V): Json;
  readonly talk?: Talk<A, V>;

  // ---- endings
  /** One return per seat, defined in every state: at the end by the rules, before it as the written adjudication (0 each where nothing is written). */
  returns(state: S): Returns;
  /**
   * The state in which play goes on without a seat that failed, in matches of more than two seats. Absent: the match ends. In a joint stage ask the same
   * other seats again if what they have handed in is to stand; it is then applied at once. A seat that the rules had put out before stays out.
   */
  forfeit?(state: S, seat: Seat): S;
  /** Seats that win and lose together, as lists of the seats of this match (roles may sit anywhere). Absent: each for itself. */
  teams?(state: S): readonly (readonly Seat[])[];

  // ---- for search, solvers and play
  /** A state that this seat cannot tell from the true one: `observe(sampleState(o, seat, rng), seat)` equals `o`. */
  sampleState?(observation: V, seat: Seat, rng: Rng): S;
  /** What distinguishes decisions for a solver: equal for observations that a seat with perfect recall cannot tell apart. Default: canonical JSON of the observation. */
  informationKey?(observation: V): string;
  /** Scripted opponents by name. Where `legalActions` can be `null`, one is called `random`. */
  readonly agents?: { readonly [name: string]: ScriptedAgent<A, V> };
}

/** What a plugin package exports by default. */
export interface GamePlugin {
  readonly apiVersion: string;
  // A list of games of different types has no narrower common type than this: methods are checked bivariantly.
  readonly games: readonly Game[];
}

/**
 * Gives inference of options, state, action and observation to a game written as one object; returns it unchanged,
 * typed as the general `Game` that registries hold.
 */
export function defineGame<O extends Options, S extends State, A extends Action, V extends Observation>(game: Game<O, S, A, V>): Game<O, S, A, V> {
  return game;
}

/** A fact's value under these options, or in this observation. */
export function fact<T extends string | readonly string[], X>(value: Fact<T, X>, x: X): T {
  return typeof value === 'function' ? value(x) : value;
}
