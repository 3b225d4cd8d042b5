#!/usr/bin/env node
// An unsupported Node is told in one plain sentence, before anything that would fail on it is loaded.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`spiral: expected Node >=20.19.0, got ${process.versions.node}; install a supported version.\n`);
  process.exit(1);
}
const { execute } = await import('@oclif/core');
await execute({ dir: import.meta.url });
