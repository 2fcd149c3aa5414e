import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/**
 * Pure tests run in parallel; those with emulators, ffmpeg or whole stacks one file after another, so that two cores are
 * not shared by things that have lives of their own.
 */
export default defineConfig({
  root,
  test: {
    projects: [
      { test: { name: 'unit', root, include: ['test/unit/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'heavy',
          root,
          include: ['test/{integration,e2e,chaos}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
