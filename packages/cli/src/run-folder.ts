/** Names folders of runs so that no run ever writes into another one's. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `runs/<name>`, or with `-2`, `-3`, ... behind it where that exists. */
export function newRunFolder(name: string, parent = 'runs'): string {
  let folder = join(parent, name);
  for (let number = 2; existsSync(folder); number++) folder = join(parent, `${name}-${number}`);
  return folder;
}
