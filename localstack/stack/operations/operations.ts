import type { IncomingMessage } from 'node:http';
import type { StackClients } from '../clients.ts';
import type { FreeDiskState } from '../upkeep/bound-disk.ts';
import type { EndedInvocation, WorkerPoolCounts } from '../workers/pool.ts';
import { createPrometheusMetrics, type PrometheusMetrics } from './metrics.ts';
import { type OperatorAnswer, operatorAnswer } from './operator-routes.ts';
import { readinessOf } from './readiness.ts';

/** The parts of a starting service, each absent until it has started. */
export interface StartedStackParts {
  clients?: Pick<StackClients, 'dynamodb' | 'sqs'>;
  workers?: () => WorkerPoolCounts;
}

/** The answers to operators, and the counts behind them. */
export interface StackOperations {
  /** Answers `GET /health/ready` and `GET /metrics`; undefined for any other request. */
  answer(request: IncomingMessage): Promise<OperatorAnswer | undefined>;
  answered: PrometheusMetrics['answered'];
  invoked(invocation: EndedInvocation): void;
  /** Adds parts that have started. */
  add(parts: StartedStackParts): void;
}

/** Options of `createStackOperations`. */
export interface OperationsOptions {
  /** The folder of all data. */
  dataDir: string;
  /** METRICS_TOKEN; undefined: only this machine reads the metrics. */
  token: string | undefined;
  isApiUp(): boolean;
  /** The free bytes for more files, as the last upkeep run found them. */
  room: Readonly<FreeDiskState>;
}

/** Makes the answers to operators, which are available from the first moment of a start. */
export function createStackOperations({ dataDir, token, isApiUp, room }: OperationsOptions): StackOperations {
  const parts: StartedStackParts = {};
  const workers = (): WorkerPoolCounts | undefined => parts.workers?.();
  const readiness = () => readinessOf({ clients: parts.clients, dataDir, room, isApiUp, workers });
  const metrics = createPrometheusMetrics({ sqs: () => parts.clients?.sqs, dataDir, readiness, workers });
  return {
    answer: (request) => operatorAnswer(request, { readiness, metrics, token }),
    answered: metrics.answered,
    invoked: metrics.invoked,
    add: (started) => void Object.assign(parts, started),
  };
}
