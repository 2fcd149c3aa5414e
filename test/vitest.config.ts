import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/**
 * Two files run at a time. Unit tests share one process and its modules: a file that stubs the environment or the clock
 * puts it back.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          root,
          include: ['test/unit/**/*.test.ts'],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
        },
      },
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
