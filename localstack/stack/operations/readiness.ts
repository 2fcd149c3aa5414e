import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { measureDiskSpace } from '#emulators/host/measure-folder-bytes.ts';
import type { StackClients } from '../clients.ts';
import type { FreeDiskState } from '../upkeep/limit-disk-use.ts';
import type { WorkerPoolCounts } from '../workers/pool.ts';

/** The result of the readiness check of one part of the service. */
export interface ReadinessCheckResult {
  ok: boolean;
  /** The fault; absent for a check that passed. */
  reason?: string;
  /** Figures of the check, such as free bytes. */
  [figure: string]: unknown;
}

/** The parts of the service that are checked. */
export const READINESS_CHECK_NAMES = ['api', 'database', 'queues', 'disk', 'workers'] as const;
/** The results of all checks. */
export interface Readiness {
  status: 'ready' | 'not_ready';
  checks: Record<(typeof READINESS_CHECK_NAMES)[number], ReadinessCheckResult>;
}

/** Sources of the checks. */
export interface ReadinessDeps {
  /** Undefined until the emulators have started. */
  clients: Pick<StackClients, 'dynamodb' | 'sqs'> | undefined;
  /** The folder of all data. */
  dataDir: string;
  /** The room for more files, by which uploads and renders are refused, too. */
  room: Readonly<FreeDiskState>;
  isApiUp(): boolean;
  /** Undefined until the workers have started. */
  workers(): WorkerPoolCounts | undefined;
}

/** The result for a part that has not started. */
const STARTING: ReadinessCheckResult = { ok: false, reason: 'starting' };
/** Milliseconds after which a part that does not answer counts as down. */
const ANSWER_TIMEOUT_MS = 2000;

/** Checks that a part answers a call in time. @param call undefined: the part has not started */
async function checkCall(call: ((signal: AbortSignal) => Promise<unknown>) | undefined): Promise<ReadinessCheckResult> {
  if (call === undefined) return STARTING;
  const startMs = performance.now();
  try {
    await call(AbortSignal.timeout(ANSWER_TIMEOUT_MS));
    return { ok: true, milliseconds: Math.round(performance.now() - startMs) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.name : 'it does not answer' };
  }
}

async function diskCheck({ dataDir: folder, room }: ReadinessDeps): Promise<ReadinessCheckResult> {
  const { free, total } = await measureDiskSpace(folder);
  const disk = { free_bytes: free, size_bytes: total };
  return room.isFull ? { ok: false, reason: 'no room for more files', ...disk } : { ok: true, ...disk };
}

/** Checks whether the service can do work: its API process, database, queues, disk and workers. */
export async function checkReadiness(deps: ReadinessDeps): Promise<Readiness> {
  const { clients, isApiUp, workers } = deps;
  const counts = workers();
  const [database, queues, disk] = await Promise.all([
    checkCall(
      clients && ((abortSignal) => clients.dynamodb.send(new ListTablesCommand({ Limit: 1 }), { abortSignal })),
    ),
    checkCall(
      clients && ((abortSignal) => clients.sqs.send(new ListQueuesCommand({ MaxResults: 1 }), { abortSignal })),
    ),
    diskCheck(deps).catch((error: Error) => ({ ok: false, reason: error.message })),
  ]);
  const checks = {
    api: isApiUp() ? { ok: true } : STARTING,
    database,
    queues,
    disk,
    workers: counts === undefined ? STARTING : { ok: true, ...counts },
  };
  return { status: Object.values(checks).every(({ ok }) => ok) ? 'ready' : 'not_ready', checks };
}
