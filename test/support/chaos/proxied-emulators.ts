import { startEmulators } from '#emulators/emulators.ts';
import { lockDataDir } from '#emulators/host/data-dir.ts';
import type { Disposers } from '#emulators/host/disposers.ts';
import { LocalStackPorts } from '#emulators/host/local-stack-ports.ts';
import { createStackLog } from '#stack/log.ts';
import type { EmulatorProxy } from '../aws/emulator-proxy.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/**
 * Emulators with a proxy in front of them, for a service that is started next to them.
 * @param disposers end both
 * @param startProxy starts the proxy of a port
 */
export async function startEmulatorsBehind<Proxy extends EmulatorProxy>(
  folder: string,
  disposers: Disposers,
  startProxy: (port: number) => Promise<Proxy>,
): Promise<Proxy> {
  const dataDir = lockDataDir(folder);
  disposers.add(() => dataDir.release());
  const log = createStackLog(dataDir.logs, 'silent');
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const emulators = await startEmulators({
    edgePort: 0,
    dataDir,
    region: 'us-east-1',
    credentials,
    ownPorts: new LocalStackPorts(),
    disposers,
    log,
  });
  await emulators.ready;
  const proxy = await startProxy(emulators.edgePort);
  disposers.add(() => proxy.stop());
  return proxy;
}

/** Emulators whose calls can be let fail. @param disposers end them */
export const startProxiedEmulators = (folder: string, disposers: Disposers): Promise<FaultProxy> =>
  startEmulatorsBehind(folder, disposers, startFaultProxy);
