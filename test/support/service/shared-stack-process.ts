import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modeOf } from './mode.ts';
import { startShared } from './start-shared.ts';
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
  const mode = modeOf(process.env);
  const place = { directory, dataDir: join(directory, 'data'), signal: stopping.signal };
  await using service = await startShared(mode, place);
  await storeVoiceSamples(service.shared.environment);
  // The pages of the docs are made after all bundles. A stack that another test starts before that would make all of them again.
  if (mode === 'embedded') await fetch(`${service.shared.baseUrl}/docs`);
  process.send?.(service.shared);
  await new Promise<void>((resolve) => {
    if (!process.connected) resolve();
    stopping.signal.addEventListener('abort', () => resolve());
  });
} finally {
  await rm(directory, { recursive: true, force: true });
}
