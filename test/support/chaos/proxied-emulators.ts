import { startEmulators } from '../../../localstack/emulators/emulators.ts';
import { takeDataDir } from '../../../localstack/stack/data-dir.ts';
import type { Disposers } from '../../../localstack/stack/disposers.ts';
import { createLog } from '../../../localstack/stack/log.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** Emulators with a proxy in front of them, for a service that is started beside them. @param disposers end both */
export async function startProxiedEmulators(folder: string, disposers: Disposers): Promise<FaultProxy> {
  const dataDir = takeDataDir(folder);
  disposers.add(() => dataDir.release());
  const log = createLog(dataDir.logs, 'silent');
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const emulators = await startEmulators({ edgePort: 0, dataDir, region: 'us-east-1', credentials, disposers, log });
  await emulators.ready;
  const proxy = await startFaultProxy(emulators.edgePort);
  disposers.add(() => proxy.stop());
  return proxy;
}
