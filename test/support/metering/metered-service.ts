import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDisposers } from '#emulators/host/disposers.ts';
import { type RunningStack, startStack } from '#stack/start-stack.ts';
import { startEmulatorsBehind } from '../chaos/proxied-emulators.ts';
import { type Service, serviceOf } from '../service/start-service.ts';
import { type CallMeter, startCallMeter } from './call-meter.ts';

/** The whole service, all of whose calls to the emulators are metered. */
export interface MeteredService extends Service {
  stack: RunningStack;
  meter: CallMeter;
  /** The same service with the address of the emulators themselves, for looks into them that are not counted. */
  unmetered: Service;
  stop(): Promise<void>;
}

/** Starts the service on free ports and in its own directory, behind a meter. */
export async function startMeteredService(): Promise<MeteredService> {
  const directory = await mkdtemp(join(tmpdir(), 'metered-'));
  const disposers = createDisposers();
  disposers.add(() => rm(directory, { recursive: true, force: true }));
  try {
    const meter = await startEmulatorsBehind(join(directory, 'emulators'), disposers, startCallMeter);
    const dataDir = join(directory, 'data');
    // The sweepers look at whatever is there once a minute: which work they meet is chance.
    const stack = await startStack({
      port: 0,
      edgePort: 0,
      dataDir,
      logLevel: 'error',
      endpoint: meter.endpoint,
      schedules: false,
    });
    disposers.add(() => stack.stop());
    const environment = { ...stack.environment, AWS_ENDPOINT_URL: meter.unmetered };
    const service = serviceOf(stack, dataDir, directory);
    return {
      ...service,
      meter,
      unmetered: { ...service, stack: { ...stack, environment, endpoint: meter.unmetered } },
      stop: () => disposers.run(),
    };
  } catch (error) {
    await disposers.run().catch(() => undefined);
    throw error;
  }
}
