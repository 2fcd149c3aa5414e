import type { IncomingMessage } from 'node:http';
import type { StackClients } from '../clients.ts';
import type { FreeDiskState } from '../upkeep/limit-disk-use.ts';
import type { EndedInvocation, WorkerPoolCounts } from '../workers/pool.ts';
import { createPrometheusMetrics, type PrometheusMetrics } from './metrics.ts';
import { checkReadiness } from './readiness.ts';
import { answerOperatorRequest, type OperatorHttpAnswer } from './readiness-and-metrics-sources.ts';

/** The parts of a starting service, each absent until it has started. */
export interface StartedStackParts {
  clients?: Pick<StackClients, 'dynamodb' | 'sqs'>;
  workers?: () => WorkerPoolCounts;
}

/** Answers the readiness and metrics requests of operators, and collects the counts that the metrics report. */
export interface OperatorMonitoringEndpoints {
  /** Answers `GET /health/ready` and `GET /metrics`; undefined for any other request. */
  answer(request: IncomingMessage): Promise<OperatorHttpAnswer | undefined>;
  answered: PrometheusMetrics['answered'];
  invoked(invocation: EndedInvocation): void;
  /** Adds parts that have started. */
  add(parts: StartedStackParts): void;
}

/** Options of `createOperatorMonitoringEndpoints`. */
export interface OperatorMonitoringEndpointsOptions {
  /** The folder of all data. */
  dataDir: string;
  /** METRICS_TOKEN; undefined: only this machine reads the metrics. */
  token: string | undefined;
  isApiUp(): boolean;
  /** The free bytes for more files, as the last upkeep run found them. */
  room: Readonly<FreeDiskState>;
}

/** Makes the answers to operators, which are available from the first moment of a start. */
export function createOperatorMonitoringEndpoints({
  dataDir,
  token,
  isApiUp,
  room,
}: OperatorMonitoringEndpointsOptions): OperatorMonitoringEndpoints {
  const parts: StartedStackParts = {};
  const workers = (): WorkerPoolCounts | undefined => parts.workers?.();
  const readiness = () => checkReadiness({ clients: parts.clients, dataDir, room, isApiUp, workers });
  const metrics = createPrometheusMetrics({ sqs: () => parts.clients?.sqs, dataDir, readiness, workers });
  return {
    answer: (request) => answerOperatorRequest(request, { readiness, metrics, token }),
    answered: metrics.answered,
    invoked: metrics.invoked,
    add: (startedParts) => void Object.assign(parts, startedParts),
  };
}
