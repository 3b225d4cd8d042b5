/**
 * `npm run bench`: what this project does per second, one line a measure, at fixed seeds; with `--peers` the peers beside it in the same run.
 * Not a test: nothing here fails for being slow. `--json` prints one JSON object a line, `--seconds` is the time of each measure, `--only` a part of a name.
 */
import { parseArgs } from 'node:util';
import { benchArena } from './arena.mjs';
import { benchMatch } from './match.mjs';
import { benchModel } from './model.mjs';
import { benchPeers } from './peers.mjs';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, seconds: { type: 'string', default: '2' }, only: { type: 'string', default: '' }, peers: { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new RangeError(`expected --seconds above 0, got ${values.seconds}`);

const suites = [
  ['match/', benchMatch],
  ['arena/', benchArena],
  ['model/', benchModel],
  ...(values.peers ? [['peer/', benchPeers]] : []),
];
for (const [prefix, suite] of suites) {
  if (values.only && !prefix.startsWith(values.only)) continue;
  for await (const line of suite({ seconds })) print(line);
}

function print(line) {
  if (values.json) return console.log(JSON.stringify(line));
  const { bench, game, ...rest } = line;
  console.log(`${bench.padEnd(26)} ${(game ?? '').padEnd(36)} ${Object.entries(rest).map(([key, value]) => `${key} ${typeof value === 'number' ? value.toLocaleString('en') : value}`).join('  ')}`);
}
