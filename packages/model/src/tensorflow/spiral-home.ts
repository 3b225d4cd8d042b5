/**
 * Where Spiral Arena keeps what outlives a checkout: `SPIRAL_HOME`, or a folder of the user's in the place that the platform has for such data.
 * It is not a configuration folder, and nothing in it is needed to play or train: all of it can be made again.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder as an absolute path; it need not exist. */
export function spiralHome(environment: Environment = process.env, platform: NodeJS.Platform = process.platform): string {
  const chosen = environment['SPIRAL_HOME'];
  if (chosen) return resolve(chosen);
  switch (platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'spiral-arena');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'spiral-arena');
    default:
      return join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'spiral-arena');
  }
}
