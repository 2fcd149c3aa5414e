import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupLeaderOptions } from '#kernel/shared/process-group.ts';
import type { StackLog } from './host/stack-log.ts';
import {
  createSamePortRestarter,
  describeExit,
  type RunningServiceProcess,
  type SupervisedService,
  superviseService,
} from './supervised.ts';

const ANY_PORT = 0;
const HOST_SCRIPT = fileURLToPath(new URL('./sqs-host.ts', import.meta.url));

/** Starts SQS in a separate process. Its messages are in `folder`, and its log is in the folder `logs`. */
export async function startSqs(options: {
  folder: string;
  region: string;
  logs: string;
  log: StackLog;
}): Promise<SupervisedService> {
  const { folder, region, logs, log } = options;
  return superviseService({
    name: 'sqs',
    start: createSamePortRestarter((port = ANY_PORT) => startSqsProcess(folder, region, logs, port)),
    log,
  });
}

/** Starts the process of SQS; it says on which port it listens. */
function startSqsProcess(
  folder: string,
  region: string,
  logFolder: string,
  wantedPort: number,
): Promise<RunningServiceProcess> {
  const logFile = openSync(join(logFolder, 'sqs.log'), 'a');
  const child = fork(HOST_SCRIPT, [folder, region, String(wantedPort)], {
    stdio: ['ignore', logFile, logFile, 'ipc'],
    execArgv: [],
    // So that Ctrl-C in the terminal reaches only the supervisor, which ends its processes in order (not on Windows).
    ...groupLeaderOptions(),
  });
  closeSync(logFile);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`it ended while starting (${describeExit(code, signal)})`)));
    child.once('message', (message) => {
      const { port } = message as { port: number };
      resolve({ child, port, end: () => child.connected && child.disconnect() });
    });
  });
}
