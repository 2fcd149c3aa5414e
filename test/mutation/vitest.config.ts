import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The unit tests of what is mutated, in one project: Stryker runs them once for each mutant that they reach. */
export default defineConfig({
  root,
  test: {
    include: [
      'test/unit/{leases,fair-queue,webhooks}/**/*.test.ts',
      'test/unit/api/{idempotency,endpoint}.test.ts',
      'test/unit/renders/run-render-task.test.ts',
    ],
    testTimeout: 20_000,
  },
});
