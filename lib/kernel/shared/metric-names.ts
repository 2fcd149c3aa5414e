/** The namespace of the service's own metrics in CloudWatch. */
export const METRIC_NAMESPACE = 'VideoRender';

/**
 * The metrics that the service itself reports, with their units. Those that AWS measures (age of queues, errors, throttles, age of the
 * stream) have no entry. Alarms, the dashboard and `npm run metrics` read this table.
 */
export const SERVICE_METRIC_UNITS = {
  /** Requests, by `operation` and, if they were refused, by `code`. */
  Requests: 'Count',
  RequestDuration: 'Milliseconds',
  /** Messages of queues and records of the stream that were handled, by `stage` and `outcome`. */
  Work: 'Count',
  WorkDuration: 'Milliseconds',
  /** Time from the sending of a message, its delay included, to the start of the work, by `stage`. */
  WaitDuration: 'Milliseconds',
  /** Renders that ended, by `outcome`: their status or the code of their failure. */
  RendersEnded: 'Count',
  /** Time from POST /renders to the end of a completed render. */
  RenderSeconds: 'Seconds',
  /** The time that a completed render took from its start, divided by the length of its video. */
  RenderSecondsPerVideoSecond: 'None',
  /** Slides whose parts were all in the cache, and slides that were encoded, of completed renders. */
  SlidesReused: 'Count',
  SlidesRendered: 'Count',
  /** Attempts of deliveries, by `outcome`. */
  DeliveryTries: 'Count',
  DeliveryDuration: 'Milliseconds',
  /** Characters that an engine spoke, seconds of speech, and their cost in US dollars, by `engine`. */
  SpokenCharacters: 'Count',
  SpeechSeconds: 'Seconds',
  SpeechCost: 'None',
  /**
   * The number of items that a sweep continued, the number that it could not continue, 1 if it ended before it had checked all due items
   * (else 0), and its duration; by `duty`.
   */
  SweeperFindings: 'Count',
  SweeperFailures: 'Count',
  SweepsUnfinished: 'Count',
  SweepDuration: 'Milliseconds',
} as const satisfies Record<string, 'Count' | 'Milliseconds' | 'Seconds' | 'None'>;

/** The name of a metric. */
export type MetricName = keyof typeof SERVICE_METRIC_UNITS;

/** Dimensions of metrics. Each has few values, because every combination is billed as a separate metric. */
export const METRIC_DIMENSIONS = ['operation', 'code', 'stage', 'outcome', 'engine', 'duty'] as const;
/** The name of a dimension of metrics. */
export type MetricDimension = (typeof METRIC_DIMENSIONS)[number];
