import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from './process-table.ts';
import { StartError } from './start-error.ts';

/** Where each part of the local stack keeps its state; absolute paths. */
export interface DataDir {
  root: string;
  dynamodb: string;
  sqs: string;
  s3: string;
  logs: string;
  checkpoints: string;
  secretsKey: string;
  state: string;
  /** Frees the folder for another stack. */
  release(): void;
}

/**
 * Takes a data folder for this process, making it where needed. Throws `StartError` while another live process has it;
 * what a killed one left behind does not count.
 */
export function takeDataDir(root: string): DataDir {
  mkdirSync(root, { recursive: true });
  const lock = join(root, 'stack.lock');
  takeLock(lock, root);
  const secretsKey = join(root, 'secrets.key');
  createKey(secretsKey);
  const folders = {
    dynamodb: join(root, 'dynamodb'),
    sqs: join(root, 'sqs'),
    s3: join(root, 's3'),
    logs: join(root, 'logs'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return {
    root,
    ...folders,
    checkpoints: join(root, 'event-sources.json'),
    secretsKey,
    state: join(root, 'stack.json'),
    release: () => rmSync(lock, { force: true }),
  };
}

function takeLock(path: string, root: string): void {
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`;
  // The second try follows the removal of a dead process's lock.
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readFileSync(path, 'utf8');
    const [pid = '', started = ''] = holder.split(' ');
    if (attempt > 0 || isSameProcess(Number(pid), started)) {
      throw new StartError(
        `${root} is in use by a local stack that runs already (process ${pid}); stop it or set DATA_DIR`,
      );
    }
    rmSync(path, { force: true });
  }
}

/** Process ids are used again; together with the time of the start one is unique. */
function isSameProcess(pid: number, started: string): boolean {
  return isAlive(pid) && (started === '' || started === (startOf(pid) ?? started));
}

function createKey(path: string): void {
  try {
    writeFileSync(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copied folder has lost it, and the service refuses a key that others may read.
    chmodSync(path, 0o600);
  }
}
