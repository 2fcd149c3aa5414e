import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { groupLeaderOptions } from '#kernel/shared/process-group.ts';
import { requireDynamoDbBinary } from './find-dynamodb-binary.ts';
import { findFreePort } from './free-port.ts';
import type { StackLog } from './host/stack-log.ts';
import { indexAndPruneStreamRecords } from './stream-records.ts';
import {
  createSamePortRestarter,
  describeExit,
  type RunningServiceProcess,
  type SupervisedService,
  superviseService,
} from './supervised.ts';

// The emulator does not notice the end of its supervisor. A second shell waits for the end of a pipe, which the
// system closes in whatever way the supervisor ends, and then kills the emulator. `$$` is the emulator: `exec` keeps
// the process id.
const WATCH_SUPERVISOR = '(read -r _ <&3; kill -9 $$) & exec "$@" 3<&-';

/**
 * Makes the command that runs the emulator until this process ends. On Windows, the system ends a child with its parent
 * (`groupLeaderOptions`).
 */
export const commandEndingWithParent = (
  command: readonly [string, ...string[]],
  platform = process.platform,
): readonly [string, ...string[]] =>
  platform === 'win32' ? command : ['/bin/sh', '-c', WATCH_SUPERVISOR, 'sh', ...command];

/** Milliseconds until it must answer. This only ends a start that hangs. */
const START_MS = 60_000;

/** Starts DynamoDB with Streams and transactions. Its state is in `folder`. */
export async function startDynamoDb(options: {
  folder: string;
  logs: string;
  log: StackLog;
}): Promise<SupervisedService> {
  const binary = requireDynamoDbBinary();
  const { folder, logs, log } = options;
  return superviseService({
    name: 'dynamodb',
    start: createSamePortRestarter((port) => runDynamoDb(binary, folder, logs, port, log)),
    log,
  });
}

async function runDynamoDb(
  binary: string,
  folder: string,
  logs: string,
  wantedPort: number | undefined,
  log: StackLog,
): Promise<RunningServiceProcess> {
  const port = wantedPort ?? (await findFreePort());
  const databaseFile = join(folder, 'dynamodb.db');
  const output = openSync(join(logs, 'dynamodb.log'), 'a');
  const [program, ...args] = commandEndingWithParent([
    binary,
    'serve',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--db-path',
    databaseFile,
  ]);
  // A separate process group, so that Ctrl-C in the terminal reaches only the supervisor, which ends its processes in order (not on Windows).
  const child = spawn(program, args, { stdio: ['ignore', output, output, 'pipe'], ...groupLeaderOptions() });
  closeSync(output);
  const watchPipe = child.stdio[3] as Socket;
  watchPipe.on('error', () => undefined);
  child.once('exit', () => watchPipe.destroy());
  let exitReason: string | undefined;
  child.once('error', (error) => {
    exitReason = error.message;
  });
  child.once('exit', (code, signal) => {
    exitReason = describeExit(code, signal);
  });
  const deadlineMs = Date.now() + START_MS;
  while (!(await acceptsConnections(port))) {
    if (exitReason !== undefined) throw new Error(`it ended while starting (${exitReason})`);
    if (Date.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error(`it did not answer in ${START_MS / 1000} s`);
    }
    await delay(10);
  }
  try {
    indexAndPruneStreamRecords(databaseFile, new Date());
  } catch (error) {
    log.warn(`dynamodb: its stream stays without an index, and slows down as it grows: ${(error as Error).message}`);
  }
  return { child, port, end: () => child.kill('SIGTERM') };
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
