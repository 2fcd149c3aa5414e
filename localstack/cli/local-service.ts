import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, ServiceRequestFailedError, UsageError } from '#emulators/host/command-errors.ts';
import { isProcessAlive } from '#emulators/host/process-table.ts';
import { ApiError } from '#front/client/api-error.ts';
import type { RunningStack } from '#stack/start-stack.ts';
import { useCompileCache } from './use-compile-cache.ts';

/** A running local service. */
export interface LocalService {
  /** The base address, with the version. */
  baseUrl: string;
  /** A key of a new account on the largest plan. */
  apiKey: string;
  accountId: string;
  /** Duration of the start in seconds. */
  startSeconds: number;
}

/** Options of `withLocalService`. */
export interface LocalServiceOptions {
  signal: AbortSignal;
  /** A LocalStack-compatible endpoint instead of the embedded emulators. */
  endpoint?: string | undefined;
  /** Starts the workers in advance, for more than one render. */
  prewarm?: boolean;
  say(line: string): void;
}

/**
 * Starts the whole service on free ports with a new data folder, calls `use` with an account of it, and then
 * stops the service and removes the folder. After a failure of the service the logs are kept, and `say` gets their path.
 */
export async function withLocalService<Result>(
  { signal, endpoint, prewarm = false, say }: LocalServiceOptions,
  use: (service: LocalService) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'video-render-'));
  let keepsLogs = false;
  try {
    const startTime = performance.now();
    useCompileCache();
    // Half of all modules are loaded here, so that a command that uses another service, or has wrong arguments, does not load them.
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
        startSeconds: (performance.now() - startTime) / 1000,
      });
    } finally {
      await stopCompletely(stack);
    }
  } catch (error) {
    keepsLogs = !signal.aborted && isServiceFault(error);
    throw error;
  } finally {
    if (keepsLogs) say(`The logs of the service are kept in ${join(dataDir, 'logs')}`);
    else await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reports whether an error is a fault of the service, for which its logs are useful, and not of the request or the user's files. */
const isServiceFault = (error: unknown): boolean =>
  !(error instanceof ApiError && error.status < 500) &&
  !(error instanceof CommandError && !(error instanceof ServiceRequestFailedError)) &&
  !(error instanceof UsageError) &&
  !(error instanceof Error && 'syscall' in error);

/** Stops the stack. @throws ServiceRequestFailedError if a process of it is still running */
async function stopCompletely(stack: RunningStack): Promise<void> {
  const processes = [...Object.values(stack.children()), ...Object.values(stack.workers()).flat()];
  await stack.stop();
  const remainingProcesses = processes.filter(isProcessAlive);
  if (remainingProcesses.length > 0)
    throw new ServiceRequestFailedError(`These processes of the service did not end: ${remainingProcesses.join(', ')}`);
}
