import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { spiralHome } from './spiral-home.js';

it.each<[string, NodeJS.Platform, Record<string, string>]>([
  [resolve('here'), 'linux', { SPIRAL_HOME: 'here', XDG_DATA_HOME: '/data' }],
  [join('/data', 'spiral-arena'), 'linux', { XDG_DATA_HOME: '/data' }],
  [join(homedir(), '.local/share/spiral-arena'), 'linux', { SPIRAL_HOME: '' }],
  [join(homedir(), 'Library/Application Support/spiral-arena'), 'darwin', {}],
  [join('D:', 'spiral-arena'), 'win32', { LOCALAPPDATA: 'D:' }],
])('%s on %s with %j', (home, platform, environment) => {
  expect(spiralHome(environment, platform)).toBe(home);
});
