import type { IncomingMessage } from 'node:http';
import { equalInConstantTime } from '#emulators/s3/sigv4.ts';
import { isFromThisMachine } from '../gateway/client-address.ts';
import type { PrometheusMetrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

/** An HTTP answer to a request of an operator. */
export interface OperatorHttpAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** The readiness checks and the metrics that operators can request, and the token of operators on other machines. */
export interface ReadinessAndMetricsSources {
  readiness(): Promise<Readiness>;
  metrics: PrometheusMetrics;
  /** METRICS_TOKEN: a secret with which other machines may read all answers; undefined: only this machine may. */
  token: string | undefined;
}

const NO_STORE = { 'cache-control': 'no-store' };

/** Reports whether a request may read the answers for operators: it comes from this machine, or has the token. */
function isOperator(request: IncomingMessage, token: string | undefined): boolean {
  const givenToken = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && givenToken !== undefined) return equalInConstantTime(token, givenToken);
  return isFromThisMachine(request);
}

/** The answer about the readiness of the service. Only operators get the results of the single checks. */
async function readyAnswer(readiness: Readiness, isForOperator: boolean): Promise<OperatorHttpAnswer> {
  const { status, checks } = readiness;
  return {
    statusCode: status === 'ready' ? 200 : 503,
    headers: { 'content-type': 'application/json; charset=utf-8', ...NO_STORE },
    body: JSON.stringify(isForOperator ? { status, checks } : { status }),
  };
}

/**
 * Answers `GET /health/ready` to everyone, and `GET /metrics` to operators.
 * @returns undefined for any other request
 */
export async function answerOperatorRequest(
  request: IncomingMessage,
  { readiness, metrics, token }: ReadinessAndMetricsSources,
): Promise<OperatorHttpAnswer | undefined> {
  if (request.method !== 'GET') return undefined;
  const isForOperator = isOperator(request, token);
  if (request.url === '/health/ready') return readyAnswer(await readiness(), isForOperator);
  if (request.url !== '/metrics' || !isForOperator) return undefined;
  return {
    statusCode: 200,
    headers: { 'content-type': metrics.contentType, ...NO_STORE },
    body: await metrics.text(),
  };
}
