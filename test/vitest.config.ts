import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/**
 * Of the tests with emulators, ffmpeg or whole stacks two files run at a time: much of their time they wait, and each has
 * processes, ports and folders of its own.
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
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
