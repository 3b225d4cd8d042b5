/** Writes the list of commands with their flags beside the built commands, so that `spiral` imports only the command that runs. Part of the build. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Plugin } from '@oclif/core';

const root = join(import.meta.dirname, '../packages/cli');
const plugin = new Plugin({ root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true });
await plugin.load();
await writeFile(join(root, 'oclif.manifest.json'), JSON.stringify(plugin.manifest, null, 2));
