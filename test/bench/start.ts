import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlesKept } from './kept-bundles.ts';
import type { Bench, Row } from './row.ts';
import { medianOf, type Timed, timed } from './timed.ts';

const TURNS = 3;

const PROJECT = join(import.meta.dirname, '../..');

/** From `npm start` until it says that it is ready; then it is stopped. @param after what it does before it is stopped */
async function timedStart(dataDir: string, after = async () => {}): Promise<Timed<void>> {
  const child = spawn('npm', ['start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', EDGE_PORT: '0' },
    // Its own group: npm and the service are asked to end together.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      if (/^ready http/m.test(told)) ready.resolve();
    });
  child.once('error', (error) => {
    ready.reject(error);
    ended.resolve();
  });
  child.once('close', () => {
    ready.reject(new Error(`npm start ended: ${told.slice(-300)}`));
    ended.resolve();
  });
  try {
    const time = await timed(() => ready.promise);
    await after();
    return time;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended.promise;
  }
}

/** What somebody waits for who types `npm start`. The first start of a program, which bundles its functions, is not measured. */
export const startBench: Bench = {
  name: 'start',
  async *rows(context) {
    const turns = context.quick ? 1 : TURNS;
    const folders: string[] = [];
    const newFolder = async () => {
      const folder = await mkdtemp(join(context.folder, 'start-'));
      folders.push(folder);
      return join(folder, 'data');
    };
    await timedStart(await newFolder(), () => bundlesKept(PROJECT));
    yield rowOf(
      'start-new',
      'npm start to ready, a new folder',
      await medianOf(turns, async () => timedStart(await newFolder())),
    );
    const same = await newFolder();
    await timedStart(same);
    yield rowOf(
      'start-again',
      'npm start to ready, the same folder again',
      await medianOf(turns, () => timedStart(same)),
    );
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  },
};

const rowOf = (id: string, name: string, times: Awaited<ReturnType<typeof medianOf<void>>>): Row => {
  const { seconds, cpuSeconds, spread } = times;
  return { id, name, seconds, cpuSeconds, note: spread };
};
