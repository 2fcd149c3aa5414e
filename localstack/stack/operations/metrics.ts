import { GetQueueAttributesCommand, ListQueuesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { measureDiskSpace } from '#emulators/host/measure-folder-bytes.ts';
import type { EndedInvocation, WorkerPoolCounts } from '../workers/pool.ts';
import type { Readiness } from './readiness.ts';

/** The sources of values that are read when the metrics are requested. */
export interface PrometheusMetricSources {
  /** Undefined until the emulators have started. */
  sqs(): SQSClient | undefined;
  /** The folder of all data. */
  dataDir: string;
  readiness(): Promise<Readiness>;
  /** Undefined until the workers have started. */
  workers(): WorkerPoolCounts | undefined;
}

/** The metrics of the service in the text format of Prometheus. */
export interface PrometheusMetrics {
  contentType: string;
  /** Notes an answer of the gateway. */
  answered(request: { method: string; status: number; seconds: number }): void;
  /** Notes the end of an invocation of a function. */
  invoked(invocation: EndedInvocation): void;
  /** All metrics as text. */
  text(): Promise<string>;
}

/** Seconds of answers of the API: from a cached page to the longest that the gateway allows. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 29];
/** Methods by which answers are counted; a client may send any word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const STATE_BY_ATTRIBUTE = {
  ApproximateNumberOfMessages: 'waiting',
  ApproximateNumberOfMessagesNotVisible: 'in_work',
  ApproximateNumberOfMessagesDelayed: 'delayed',
} as const;
type Attribute = keyof typeof STATE_BY_ATTRIBUTE;
const ATTRIBUTES = Object.keys(STATE_BY_ATTRIBUTE) as Attribute[];

/** The numbers of messages of all queues. */
async function queueDepths(sqs: SQSClient): Promise<{ queue: string; state: string; messages: number }[]> {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const depths = QueueUrls.map(async (QueueUrl) => {
    const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ATTRIBUTES }));
    const queue = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
    return ATTRIBUTES.map((name) => ({
      queue,
      state: STATE_BY_ATTRIBUTE[name],
      messages: Number(Attributes[name] ?? 0),
    }));
  });
  return (await Promise.all(depths)).flat();
}

/** Makes the metrics. Names follow Prometheus's conventions: base units, `_total` for counters. */
export function createPrometheusMetrics({
  sqs,
  dataDir,
  readiness,
  workers,
}: PrometheusMetricSources): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'video_supervisor_' });
  const answers = new Histogram({
    name: 'video_http_answer_seconds',
    help: 'Time until an answer of the API was sent, by method and status.',
    labelNames: ['method', 'status'],
    buckets: ANSWER_SECONDS,
    registers,
  });
  const invocations = new Counter({
    name: 'video_invocations_total',
    help: 'Invocations of functions outside of the API, by outcome.',
    labelNames: ['function', 'outcome'],
    registers,
  });
  const invocationSeconds = new Counter({
    name: 'video_invocation_seconds_total',
    help: 'Time that invocations took.',
    labelNames: ['function'],
    registers,
  });
  new Gauge({
    name: 'video_queue_messages',
    help: 'Messages of each queue. Those in a queue that ends with "-dlq" were given up.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      const client = sqs();
      const depths = client === undefined ? [] : await queueDepths(client).catch(() => []);
      for (const { queue, state, messages } of depths) this.set({ queue, state }, messages);
    },
  });
  new Gauge({
    name: 'video_workers',
    help: 'Processes that run functions outside of the API, and events that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(workers() ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'video_disk_bytes',
    help: 'Bytes of the disk of DATA_DIR.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const { free, total } = await measureDiskSpace(dataDir);
      this.set({ kind: 'free' }, free);
      this.set({ kind: 'size' }, total);
    },
  });
  new Gauge({
    name: 'video_ready',
    help: '1 for a part of the service that can work, 0 for one that cannot.',
    labelNames: ['part'],
    registers,
    async collect() {
      for (const [part, { ok }] of Object.entries((await readiness()).checks)) this.set({ part }, ok ? 1 : 0);
    },
  });
  return {
    contentType: registry.contentType,
    answered({ method, status, seconds }) {
      answers.observe({ method: METHODS.has(method) ? method : 'other', status: String(status) }, seconds);
    },
    invoked({ name, isFailed, seconds }) {
      invocations.inc({ function: name, outcome: isFailed ? 'failed' : 'completed' });
      invocationSeconds.inc({ function: name }, seconds);
    },
    text: () => registry.metrics(),
  };
}
