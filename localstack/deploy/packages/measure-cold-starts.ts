import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackArchive } from './archive.ts';
import type { PackagedFunctionOrLayer } from './packaged-stage.ts';

/** Layers with programs only, which no function loads when it starts. */
const UNLOADED_LAYERS = ['ffmpeg'];

/** Processes at the same time. With one for each core, they would slow one another down. */
const MAX_PROCESSES = 2;

/** The script that loads a handler as Lambda does, and prints the processor time of the process, including that of Node itself. */
const LOAD_SCRIPT = `
  const { handler } = await import(process.argv[1]);
  if (typeof handler !== 'function') throw new Error('there is no handler');
  const { user, system } = process.cpuUsage();
  process.stdout.write(String((user + system) / 1000));
  process.exit();
`;

async function measureStartMs(folder: string, { name, handler = '' }: PackagedFunctionOrLayer): Promise<number> {
  const module = join(folder, 'task', name, `${handler.slice(0, handler.lastIndexOf('.'))}.mjs`);
  const command = ['--enable-source-maps', '--input-type=module', '--eval', LOAD_SCRIPT, module];
  const env = { NODE_PATH: join(folder, 'opt/nodejs/node_modules'), AWS_REGION: 'us-east-1' };
  const options = { cwd: join(folder, 'task', name), env };
  const { stdout } = await promisify(execFile)(process.execPath, command, options).catch((error: Error) => {
    throw new Error(`${name} cannot be loaded from its package and layers: ${error.message}`, { cause: error });
  });
  return Number(stdout);
}

/**
 * Loads every function in a folder that has only its zip and the layers, which shows that they are complete.
 * @param folder of the package
 * @returns milliseconds of processor time from the start of the process until the handler is loaded, by function
 * @throws Error for a function that cannot be loaded
 */
export async function measureColdStarts(
  folder: string,
  code: readonly PackagedFunctionOrLayer[],
): Promise<ReadonlyMap<string, number>> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'cold-starts-'));
  try {
    const layers = code.filter(({ kind, name }) => kind === 'layer' && !UNLOADED_LAYERS.includes(name));
    await mkdir(join(temporaryFolder, 'opt'));
    for (const { name } of layers) await unpackArchive(join(folder, `${name}.zip`), join(temporaryFolder, 'opt'));
    const waitingFunctions = code.filter(({ kind }) => kind !== 'layer');
    const msByName = new Map<string, number>();
    const measureNextFunctions = async (): Promise<void> => {
      for (
        let packagedFunction = waitingFunctions.pop();
        packagedFunction !== undefined;
        packagedFunction = waitingFunctions.pop()
      ) {
        await unpackArchive(
          join(folder, `${packagedFunction.name}.zip`),
          join(temporaryFolder, 'task', packagedFunction.name),
        );
        msByName.set(packagedFunction.name, await measureStartMs(temporaryFolder, packagedFunction));
      }
    };
    await Promise.all(Array.from({ length: MAX_PROCESSES }, measureNextFunctions));
    return msByName;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}
