import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '../../../localstack/stack/start-stack.ts';
import { PAGES, type SharedStack } from './shared-stack.ts';
import { storeVoiceSamples } from './store-voice-samples.ts';

/**
 * Runs the service of a test run, until the process that started this one ends or lets go of it: also after a kill -9 of the
 * test run nothing is left behind.
 */
const stopping = new AbortController();
process.once('disconnect', () => stopping.abort());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const directory = await mkdtemp(join(tmpdir(), 'shared-stack-'));
try {
  const dataDir = join(directory, 'data');
  const environment = { ...process.env, SESSION_ORIGINS: PAGES };
  const options = { port: 0, edgePort: 0, dataDir, logLevel: 'error', environment } as const;
  const stack = await startStack({ ...options, signal: stopping.signal });
  try {
    const { baseUrl, endpoint, names, environment } = stack;
    await storeVoiceSamples(environment);
    const shared: SharedStack = {
      baseUrl,
      endpoint,
      names,
      environment,
      children: stack.children(),
      dataDir,
      directory,
    };
    process.send?.(shared);
    await new Promise<void>((resolve) => {
      if (!process.connected) resolve();
      stopping.signal.addEventListener('abort', () => resolve());
    });
  } finally {
    await stack.stop();
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
