/** Heavier suites that start the built programs: `npm run test:e2e`. */
import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

export default defineConfig({
  ...base,
  test: { ...base.test, include: ['test/e2e/**/*.test.ts'], exclude: ['**/node_modules/**'], testTimeout: 600_000, fileParallelism: false },
});
