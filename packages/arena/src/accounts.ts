/**
 * Who is who: accounts, each with one token of which only the SHA-256 is stored. The token is random in full, so a plain hash suffices.
 * It does not decide what an account may do: rooms and the lobby do.
 */
import { createHash } from 'node:crypto';
import type { ArenaClock } from './clock.js';
import { randomHex, type RandomSource } from './random-source.js';
import type { Store } from './store/store.js';

export interface Account {
  readonly id: string;
  /** Public; not unique. */
  readonly name: string;
  readonly guest: boolean;
}

export interface NewAccount {
  readonly account: Account;
  /** Shown once. */
  readonly token: string;
}

const TOKEN_PATTERN = /^sa_[\w-]{43}$/;
const MOST_NAME = 40;

export class Accounts {
  readonly #store: Store;
  readonly #random: RandomSource;
  readonly #clock: ArenaClock;
  /** Accounts that are being looked up or made right now. */
  readonly #ensuring = new Map<string, Promise<Account>>();

  constructor(store: Store, random: RandomSource, clock: ArenaClock) {
    this.#store = store;
    this.#random = random;
    this.#clock = clock;
  }

  /** The account of a token, or `null` where the token is malformed or unknown. */
  async authenticate(token: string): Promise<Account | null> {
    return TOKEN_PATTERN.test(token) ? this.#store.accountByTokenHash(hashOf(token)) : null;
  }

  /** A new account with a name of its own choice. */
  async create(name: string): Promise<NewAccount> {
    return this.#add(`p-${randomHex(this.#random, 8)}`, cleanName(name) || 'player', false);
  }

  /** A new account for somebody without one. */
  async createGuest(name?: string): Promise<NewAccount> {
    const id = `g-${randomHex(this.#random, 8)}`;
    return this.#add(id, cleanName(name ?? '') || `guest ${id.slice(-4)}`, true);
  }

  /** The account with this id, made when it does not exist: for programs in the arena's own process, which need no token. */
  ensure(id: string): Promise<Account> {
    let account = this.#ensuring.get(id);
    if (!account) {
      account = this.#find(id).finally(() => this.#ensuring.delete(id));
      this.#ensuring.set(id, account);
    }
    return account;
  }

  async #find(id: string): Promise<Account> {
    return (await this.#store.account(id)) ?? (await this.#add(id, cleanName(id) || 'local', false)).account;
  }

  async #add(id: string, name: string, guest: boolean): Promise<NewAccount> {
    const token = `sa_${Buffer.from(this.#random(32)).toString('base64url')}`;
    const account = { id, name, guest };
    await this.#store.addAccount({ ...account, tokenHash: hashOf(token), createdAtMs: this.#clock.nowMs() });
    return { account, token };
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Letters, digits, marks, punctuation and single spaces, at most 40 characters. */
function cleanName(name: string): string {
  return [...name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MOST_NAME).join('').trim();
}
