/**
 * A machine for tests of the installer: shell scripts in the places of npm, Python, compiler and Node, which write down how they were called and do as
 * much as an install can see. Nothing is fetched, compiled or computed. A test breaks one of them with `replace` or `remove`.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallOptions } from './install.js';
import { expectedNumbers } from './verify.js';

const MACHINE = { platform: 'linux', arch: 'x64' };

const ARGUMENT = (name: string): string => `value=; for word in "$@"; do [ "$last" = ${name} ] && value=$word; last=$word; done`;

/** What each program does when nothing is broken. FOLDER is where the fake machine lives. */
const PROGRAMS = {
  npm: `${ARGUMENT('--pack-destination')}
case "$1" in
  pack) echo sources > $value/tensorflow-tfjs-node-4.22.0.tgz; echo headers > $value/node-api-headers-1.9.0.tgz ;;
  install) /bin/mkdir -p node_modules/@tensorflow/tfjs-node/lib/napi-v8 node_modules/other; echo addon > node_modules/@tensorflow/tfjs-node/lib/napi-v8/tfjs_binding.node ;;
esac`,
  python3: `${ARGUMENT('--dest')}
case "$3" in
  download) echo wheel > $value/library.whl ;;
  --version) echo pip 24 ;;
  *) case "$5" in *.whl) /bin/mkdir -p $4/tensorflow/include && /bin/cp FOLDER/library $4/tensorflow/libtensorflow_cc.so.2 && /bin/cp FOLDER/library $4/tensorflow/libtensorflow_framework.so.2 ;;
     *) /bin/mkdir -p $4/package ;; esac; echo 2 ;;
esac`,
  'c++': `${ARGUMENT('-o')}
[ -z "$value" ] || echo addon > $value`,
  node: `echo '${JSON.stringify({ version: '2.21.0', gpu: false, numbers: expectedNumbers() })}'`,
} as const;

export type FakeProgram = keyof typeof PROGRAMS;

/** The first bytes of an ELF library for a machine number. */
export function elfHeader(machine: number): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(0x7f454c46, 0);
  head.writeUInt16LE(machine, 18);
  return head;
}

export class FakeMachine {
  readonly home: string;

  constructor(private readonly folder: string) {
    this.home = join(folder, 'home');
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'calls'), '');
    this.library(elfHeader(0x3e));
    for (const [name, program] of Object.entries(PROGRAMS)) this.replace(name as FakeProgram, program);
  }

  get options(): InstallOptions & { readonly home: string } {
    return { home: this.home, machine: MACHINE, node: join(this.folder, 'bin/node'), environment: { PATH: join(this.folder, 'bin') }, lockTimes: { beatMs: 20, pollMs: 5, silentPolls: 40 } };
  }

  /** The same machine in another folder, with what was installed on it. */
  copyTo(folder: string): FakeMachine {
    cpSync(this.home, join(folder, 'home'), { recursive: true });
    return new FakeMachine(folder);
  }

  get engineFolder(): string {
    return join(this.home, 'engines/tensorflow-2.21.0-cpu-linux-x64');
  }

  /** What the wheel holds in the place of its two libraries. */
  library(content: Uint8Array): void {
    writeFileSync(join(this.folder, 'library'), content);
  }

  replace(name: FakeProgram, program: string): void {
    const path = join(this.folder, 'bin', name);
    writeFileSync(path, `#!/bin/sh\n[ "$1" = -I ] || echo ${name} "$@" >> FOLDER/calls\n${program}\n`.replaceAll('FOLDER', this.folder));
    chmodSync(path, 0o755);
  }

  /** Puts something before what the program does. */
  precede(name: FakeProgram, program: string): void {
    this.replace(name, `${program}\n${PROGRAMS[name]}`);
  }

  remove(name: FakeProgram): void {
    rmSync(join(this.folder, 'bin', name));
  }

  /** The calls so far whose line matches, in order. */
  calls(pattern: RegExp): string[] {
    return readFileSync(join(this.folder, 'calls'), 'utf8').split('\n').filter((line) => pattern.test(line));
  }
}
