/** Heavier suites that start the built programs: `npm run test:e2e`. */
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

export default mergeConfig(base, defineConfig({
  test: { include: ['test/e2e/**/*.test.ts'], exclude: ['**/node_modules/**'], testTimeout: 600_000, fileParallelism: false },
}));
