/** The process of the SQS emulator: `sqs-host.ts <folder> <region> <port, or 0>`. Reports its port over IPC and ends with its parent. */
import { Server } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { releaseMemoryWhenIdle } from './host/idle-memory.ts';

const [folder, region, port] = process.argv.slice(2);
if (folder === undefined || region === undefined || port === undefined || process.send === undefined) {
  throw new Error('usage: fork sqs-host.ts <folder> <region> <port>');
}

// fauxqs listens on every interface and has no option for that, but the queues must not be reachable from other machines.
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  const [options, ...otherArguments] = args;
  const loopbackOptions =
    typeof options === 'object' && options !== null && 'host' in options ? { ...options, host: '127.0.0.1' } : options;
  return Reflect.apply(listen, this, [loopbackOptions, ...otherArguments]);
} as typeof listen;

let stop = async () => {};
process.once('disconnect', async () => {
  const forcedExit = setTimeout(() => process.exit(0), 1_000);
  await stop().catch(() => undefined);
  clearTimeout(forcedExit);
  process.exit(0);
});
if (!process.connected) process.exit(0);

const server = await startFauxqs({ port: Number(port), logger: false, defaultRegion: region, dataDir: folder });
stop = () => server.stop();
process.send({ port: server.port });
releaseMemoryWhenIdle();
