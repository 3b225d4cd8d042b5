/** Plugin packages for tests, written as strangers would ship them: plain JavaScript, and none of our packages unless a test is about that. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A small sound game: take one or two of the stones; with `fault` it does what its name says when a stone is taken. */
export function gameSource(id: string, more = ''): string {
  return `{
  id: '${id}', version: '1.0.0', apiVersion: '1.0', title: '${id}', summary: 'Take one or two stones.',
  seats: { min: 2, max: 2 }, roles: () => ['first', 'second'],
  turnOrder: 'sequential', information: 'perfect', chance: 'none', utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }), maxSteps: ({ start }) => start,
  optionsSchema: { type: 'object', properties: { start: { type: 'integer', minimum: 1, maximum: 9, default: 5 } }, additionalProperties: false },
  variants: {},
  actionSchema: () => ({ type: 'object', properties: { take: { type: 'integer', minimum: 1, maximum: 2 } }, required: ['take'], additionalProperties: false }),
  initialState: ({ start }, roles) => ({ left: start, mover: roles.indexOf('first'), roles }),
  isTerminal: ({ left }) => left === 0,
  seatsToAct: ({ left, mover }) => (left === 0 ? [] : [mover]),
  apply: (state, { actions }) => ({ ...state, left: state.left - actions[state.mover].take, mover: 1 - state.mover }),
  legalActions: ({ left, mover }, seat) => (seat === mover ? [{ take: 1 }, { take: 2 }].slice(0, left) : []),
  refusal: ({ left }, seat, { take }) => (take > left ? 'only ' + left + ' are left' : null),
  observe: ({ left, roles }, reader) => ({ role: reader === 'spectator' ? 'spectator' : roles[reader], left }),
  told: ({ mover }, { actions }) => ({ took: actions[mover].take }),
  rules: (role, { start }) => 'There are ' + start + ' stones. Take one or two. Format only: [2]. Whoever takes the last one wins.',
  text: ({ left }) => left + ' stones are left.',
  brief: ({ role, left }) => '${id} ' + role + ' ' + left,
  briefWords: () => ['${id}', 'first', 'second', 'spectator', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  formatAction: ({ take }) => '[' + take + ']',
  keywords: [],
  readToken: (inside) => (/^[12]$/.test(inside) ? { take: Number(inside) } : null),
  returns: ({ left, mover }) => (left > 0 ? [0, 0] : mover === 0 ? [-1, 1] : [1, -1]),
  ${more}
}`;
}

/** The module of a plugin with one game. */
export function pluginSource(id: string, more = '', before = ''): string {
  return `${before}\nexport default { apiVersion: '1.0', games: [${gameSource(id, more)}] };\n`;
}

export interface PackageParts {
  /** Default: what a sound package of that game has. */
  readonly manifest?: string | object;
  readonly files?: Readonly<Record<string, string>>;
}

/** Writes a package with one game into a folder. */
export function writePackage(folder: string, name: string, id: string, { manifest, files }: PackageParts = {}): void {
  const sound = { name, version: '1.0.0', type: 'module', exports: './index.js', spiralArena: { apiVersion: '1.0', games: [id] } };
  const text = typeof manifest === 'string' ? manifest : JSON.stringify({ ...sound, ...manifest });
  for (const [file, content] of Object.entries({ 'package.json': text, 'index.js': pluginSource(id), ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
}

/** Puts a package where `spiral plugins install` would. */
export function installPackage(plugins: string, name: string, id: string, parts: PackageParts = {}): void {
  writePackage(placeIn(plugins, name), name, id, parts);
}

/** Puts a link where `spiral plugins link` would. */
export function linkPackage(plugins: string, name: string, folder: string): void {
  const place = placeIn(plugins, name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(folder, place, 'junction');
}

function placeIn(plugins: string, name: string): string {
  return join(plugins, name.replace('/', '+'), 'node_modules', name);
}
