import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, ServiceFault, UsageError } from '#emulators/host/command-errors.ts';
import { isAlive } from '#emulators/host/process-table.ts';
import { ApiError } from '#front/client/api-error.ts';
import type { Stack } from '#stack/start-stack.ts';

export interface LocalService {
  /** With the version. */
  baseUrl: string;
  /** A key of a new account on the plan that allows most. */
  apiKey: string;
  accountId: string;
  /** Duration of the start in seconds. */
  startSeconds: number;
}

export interface LocalServiceOptions {
  signal: AbortSignal;
  /** A LocalStack-compatible endpoint instead of the embedded emulators. */
  endpoint?: string | undefined;
  /** Starts the workers beforehand, for more than one render. */
  prewarm?: boolean;
  say(line: string): void;
}

/**
 * Starts the whole service on free ports over a new, empty data folder, lets `use` work with an account of it, and
 * stops and removes everything, however `use` ends. After a failure the logs are kept and `say` tells where.
 */
export async function withLocalService<Result>(
  { signal, endpoint, prewarm = false, say }: LocalServiceOptions,
  use: (service: LocalService) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'video-render-'));
  let keep = false;
  try {
    const began = performance.now();
    // Half of all modules: a command that asks a service elsewhere, or refuses its arguments, does without them.
    const [{ startStack }, { createDevelopmentAccount }] = await Promise.all([
      import('#stack/start-stack.ts'),
      import('./operator.ts'),
    ]);
    const stack = await startStack({ port: 0, edgePort: 0, dataDir, endpoint, prewarm, logLevel: 'error' });
    try {
      signal.throwIfAborted();
      const account = await createDevelopmentAccount(stack.environment, {
        name: 'Local',
        email: 'local@example.com',
        plan: 'max',
      });
      return await use({
        baseUrl: stack.baseUrl,
        apiKey: account.api_key,
        accountId: account.account_id,
        startSeconds: (performance.now() - began) / 1000,
      });
    } finally {
      await stopWhole(stack);
    }
  } catch (error) {
    keep = !signal.aborted && isOfService(error);
    throw error;
  } finally {
    if (keep) say(`The logs of the service are kept in ${join(dataDir, 'logs')}`);
    else await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reports whether the service is at fault: a refused request, and what its user has to correct, is explained by its message. */
const isOfService = (error: unknown): boolean =>
  !(error instanceof ApiError && error.status < 500) &&
  !(error instanceof CommandError && !(error instanceof ServiceFault)) &&
  !(error instanceof UsageError) &&
  !(error instanceof Error && 'syscall' in error);

/** Stops the stack and makes sure of it. */
async function stopWhole(stack: Stack): Promise<void> {
  const processes = [...Object.values(stack.children()), ...Object.values(stack.workers()).flat()];
  await stack.stop();
  const left = processes.filter(isAlive);
  if (left.length > 0) throw new ServiceFault(`These processes of the service did not end: ${left.join(', ')}`);
}
