/** For which machine a shared library was made, read from its first bytes: ELF on Linux, Mach-O on macOS. It does not load it. */
import { closeSync, openSync, readSync } from 'node:fs';

const ELF_MACHINES: Readonly<Record<number, string>> = { 0x3e: 'x64', 0xb7: 'arm64', 0x03: 'ia32', 0x28: 'arm', 0x15: 'ppc64', 0x16: 's390x', 0xf3: 'riscv64' };
const MACH_O_MACHINES: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64' };
const ELF_MAGIC = 0x464c457f;
const MACH_O_MAGIC = 0xfeedfacf;

/** For example `linux-x64`, in Node's words; `null` for a file that is no such library. */
export function libraryMachine(path: string): string | null {
  const head = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, head) < head.length) return null;
  } finally {
    closeSync(file);
  }
  switch (head.readUInt32LE(0)) {
    case ELF_MAGIC:
      return `linux-${ELF_MACHINES[head.readUInt16LE(18)] ?? 'unknown'}`;
    case MACH_O_MAGIC:
      return `darwin-${MACH_O_MACHINES[head.readUInt32LE(4)] ?? 'unknown'}`;
    default:
      return null;
  }
}
