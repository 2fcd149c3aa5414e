import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

// The tests start some hundred processes and threads of the same programs: each would strip and compile their TypeScript
// again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');

/** Two files run at a time, also on larger machines: many start processes of their own. */
const COMMON = { root, maxWorkers: 2 };
/**
 * Folders of integration tests whose files were shown to get on in one process; the others have one each. A test of the
 * composition (`lib/runtime`), which reads its environment once a process, is never among them.
 */
const SHARING = 'test/integration/{data,egress,events,images,narration,secrets,webhooks}/**/*.test.ts';
/** These only end what hangs: a machine that is busy with other work takes ten times as long as an idle one. */
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * The projects run in the order of their names, which is from the longest files to the shortest: a long file never runs
 * alone at the end. Within a project the longest of the last run, or the largest, come first. Without isolation files share
 * a process and its modules, so that each module is loaded twice and not 250 times: a file that stubs the environment, a
 * global or the clock puts it back.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...COMMON, ...PATIENT, name: 'chaos', include: ['test/chaos/**/*.test.ts'] } },
      {
        test: {
          ...COMMON,
          ...PATIENT,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/service/shared-stack.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...COMMON,
          ...PATIENT,
          name: 'integration',
          include: [SHARING],
          isolate: false,
        },
      },
      {
        test: {
          ...COMMON,
          ...PATIENT,
          name: 'integration-isolated',
          include: ['test/integration/**/*.test.ts'],
          exclude: [SHARING],
        },
      },
      {
        test: { ...COMMON, name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false, testTimeout: 120_000 },
      },
    ],
  },
});
