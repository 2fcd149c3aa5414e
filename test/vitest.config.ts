import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000 };

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
          name: 'chaos',
          root,
          include: ['test/chaos/**/*.test.ts'],
          maxWorkers: 2,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'e2e',
          root,
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/service/shared-stack.ts'],
          isolate: false,
          maxWorkers: 2,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'integration',
          root,
          include: ['test/integration/**/*.test.ts'],
          maxWorkers: 2,
          ...PATIENT,
        },
      },
    ],
  },
});
