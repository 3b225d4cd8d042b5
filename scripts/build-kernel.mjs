/** `npm run build:kernel`: assembles `adamw-kernel.wat` and writes its bytes into the module beside it. */
import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

const folder = new URL('../packages/model/src/engine/', import.meta.url);
const text = await readFile(new URL('adamw-kernel.wat', folder), 'utf8');
const { buffer } = (await wabt()).parseWat('adamw-kernel.wat', text, { simd: true }).toBinary({});
const module = `/** \`adamw-kernel.wat\`, assembled by \`npm run build:kernel\`. */
export const ADAMW_WASM = '${Buffer.from(buffer).toString('base64')}';
`;
await writeFile(new URL('adamw-kernel.wasm.ts', folder), module);
