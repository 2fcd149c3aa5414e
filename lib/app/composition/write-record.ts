import { getXRayTraceIdFromEnv } from '@aws-lambda-powertools/commons/utils/env';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRIC_NAMESPACE, SERVICE_METRIC_UNITS } from '#kernel/shared/metric-names.ts';
import type { WorkLogRecord } from '#kernel/shared/work-log-record.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';

const SERVICE = 'video-render';

/** The library's warning about a name in two sets of dimensions, which is intended here: it would be a log line for each record. */
const SHARED_DIMENSION_WARNING = /defined as both a (default dimension|dimension set) and dimension set/;

/** The logger of the metrics library: only its warnings and errors are logged. */
const metricsLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message: string) => {
    if (!SHARED_DIMENSION_WARNING.test(message)) log.warn(message);
  },
  error: (message: string) => log.error(message),
};

/** Made once: the constructor reads the whole environment, which takes longer than writing a record. */
const metricsOfProcess = lazy(
  () => new Metrics({ namespace: METRIC_NAMESPACE, serviceName: SERVICE, logger: metricsLogger }),
);

/** The metrics of this process, without anything from the previous record. */
function emptyMetrics(): Metrics {
  const metrics = metricsOfProcess();
  metrics.clearDimensions();
  metrics.clearMetrics();
  metrics.clearMetadata();
  return metrics;
}

/**
 * A record in the embedded metric format (EMF): JSON of one line, which CloudWatch keeps as a log event and reads metrics from.
 * @param trace id of the X-Ray trace of the work; absent if it is not traced
 */
export function formatMetricRecord({ message, dimensions, metrics, details }: WorkLogRecord, trace?: string): object {
  // Concurrent units of work share these metrics; that is safe because nothing here is asynchronous.
  const emf = emptyMetrics();
  for (const dimensionSet of dimensions) emf.addDimensions(dimensionSet);
  for (const [name, value] of Object.entries(metrics))
    emf.addMetric(name, SERVICE_METRIC_UNITS[name as keyof typeof SERVICE_METRIC_UNITS], value);
  const fields = { level: 'INFO', message, ...details, xray_trace_id: trace };
  const dimensionNames = new Set(dimensions.flatMap((set) => Object.keys(set)));
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && !dimensionNames.has(name)) emf.addMetadata(name, String(value));
  return { timestamp: new Date().toISOString(), ...emf.serializeMetrics() };
}

/** Writes a record to standard output. A failure is logged, not thrown. */
export function writeMetricRecord(record: WorkLogRecord): void {
  try {
    process.stdout.write(`${JSON.stringify(formatMetricRecord(record, getXRayTraceIdFromEnv()))}\n`);
  } catch (error) {
    log.warn('record not written', { error });
  }
}
