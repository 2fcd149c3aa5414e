import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { CPU_TIME_FACTOR } from './support/cpu-time-factor.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// The tests start some hundred processes and threads of the same programs: each would strip and compile their TypeScript
// again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');

const isForDevelopment = (condition: string): boolean => condition.includes('development');

/**
 * Loads packages as the service loads them: without it, tests get the builds for development of those that have one. The reader of
 * Markdown is several times slower there, and has checks that no user has.
 */
const asShipped: Plugin = {
  name: 'as-shipped',
  configResolved({ resolve, ssr, environments }) {
    for (const options of [
      resolve,
      ssr.resolve,
      ...Object.values(environments).map((environment) => environment.resolve),
    ]) {
      for (const name of ['conditions', 'externalConditions'] as const) {
        const conditions = options?.[name];
        for (const found of conditions?.filter(isForDevelopment) ?? [])
          conditions?.splice(conditions.indexOf(found), 1);
      }
    }
  },
};

/**
 * Files that run at a time where each has a service with many processes, or uses one with others: three, also on larger machines. Two
 * leave a tenth of two cores idle, because they wait for queues, leases and processes.
 */
const FEW = 3;
/** Files that run at a time where one process has all the work: one more than cores, because some wait. */
const MANY = Math.max(FEW, availableParallelism() + 1);
/**
 * Modules are loaded by Node, as the program's are: it strips types once for all runs, where Vite would transform each module for each of
 * five projects. Mocks of modules work; `vi.resetModules` does not (`test/support/reload-app.ts`).
 */
const NATIVE = { experimental: { viteModuleRunner: false } };
/** Files that share a process leave its young objects more room, MiB: collecting them takes a twentieth less of the time. */
const ROOMY = { execArgv: ['--max-semi-space-size=64'] };
/** Options of tests at the service itself. */
const AT_A_SERVICE = { ...NATIVE, root, maxWorkers: FEW };
/**
 * Options of unit and integration tests. Projects that run side by side have the same number of workers: with more of them than three, these
 * projects start when the others have ended.
 */
const ON_ALL_CORES = { ...NATIVE, root, maxWorkers: MANY, sequence: { groupOrder: MANY > FEW ? 1 : 0 } };
/**
 * Integration tests that were shown to get on in one process; the others have one each. A test of the
 * composition (`lib/app/composition`), which reads its environment once a process, is never among them; nor is one that measures the
 * memory of a program that it starts: the system counts the parent's in the peak of such a program.
 */
const SHARING = [
  'test/integration/{audio,cli,clients,data,docs,drawing,egress,erasure,events,examples,images,motion,narration,secrets,video,webhooks}/**/*.test.ts',
  'test/integration/imports/{deck-fonts,drawn-animations,drawn-odp,hostile-reader,isolated-deck-reader,report-and-picture}.test.ts',
  'test/integration/s3/!(streaming).test.ts',
  'test/integration/stack/{aws-bounds,bounds-of-clients,bundles-together,client-package,command-help,gateway,invoke-endpoint}.test.ts',
  'test/integration/stack/{backup,expire-items,migrate-table,package-layer,stream-records,template,template-policy,voices-bundle}.test.ts',
];
/** These only end what hangs: a machine that is busy with other work takes ten times as long as an idle one. */
const PATIENT = { testTimeout: 300_000 * CPU_TIME_FACTOR, hookTimeout: 300_000 * CPU_TIME_FACTOR };

/**
 * The projects run in the order of their names, which is from the longest files to the shortest: a long file never runs
 * alone at the end. Within a project the longest of the last run, or the largest, come first. Without isolation files share
 * a process and its modules, so that each module is loaded three times and not 250 times: a file that stubs the environment, a
 * global or the clock puts it back.
 */
export default defineConfig({
  root,
  test: {
    maxWorkers: MANY,
    projects: [
      {
        plugins: [asShipped],
        test: { ...AT_A_SERVICE, ...PATIENT, name: 'chaos', include: ['test/chaos/**/*.test.ts'] },
      },
      {
        plugins: [asShipped],
        test: {
          ...AT_A_SERVICE,
          ...PATIENT,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/service/shared-stack.ts'],
          ...ROOMY,
          isolate: false,
        },
      },
      {
        plugins: [asShipped],
        test: {
          ...ON_ALL_CORES,
          ...PATIENT,
          name: 'integration',
          include: SHARING,
          ...ROOMY,
          isolate: false,
        },
      },
      {
        plugins: [asShipped],
        test: {
          ...ON_ALL_CORES,
          ...PATIENT,
          name: 'integration-isolated',
          include: ['test/integration/**/*.test.ts'],
          exclude: SHARING,
        },
      },
      {
        plugins: [asShipped],
        test: {
          ...ON_ALL_CORES,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          ...ROOMY,
          isolate: false,
          testTimeout: 120_000 * CPU_TIME_FACTOR,
          hookTimeout: 120_000 * CPU_TIME_FACTOR,
        },
      },
    ],
  },
});
