// Started by a test, to be killed: runs the function of the module `argv[2]` once, with the event `{ pids: argv[3] }`.
import { createWorkerPool } from '#stack/workers/pool.ts';

const [, , bundle = '', pids = ''] = process.argv;
const pool = createWorkerPool({
  functions: [
    { name: 'hang', bundle, timeoutSeconds: 600, memorySizeMb: 256, environment: {}, cpuBound: false, events: [] },
  ],
  cores: 1,
  baseEnvironment: { PATH: process.env.PATH ?? '' },
  log: console,
});
await pool.invoke('hang', { pids });
