/**
 * The peers, in the same run: OpenSpiel and TextArena through Python where `pip install open_spiel textarena` was done. Absent ones are named, not faked.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export async function* benchPeers() {
  const { status, stdout, stderr } = spawnSync('python3', [join(import.meta.dirname, 'games_peers.py')], { encoding: 'utf8', timeout: 300_000 });
  for (const line of (stdout ?? '').split('\n').filter(Boolean)) yield JSON.parse(line);
  if (status !== 0) yield { bench: 'peer/absent', explanation: (stderr ?? '').trim().split('\n').at(-1) ?? 'python3 was not found' };
}
