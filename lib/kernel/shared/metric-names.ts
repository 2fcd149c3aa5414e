/** The namespace of the service's own metrics in CloudWatch. */
export const METRIC_NAMESPACE = 'VideoRender';

/**
 * The service's own metrics with their units. What AWS measures itself (age of queues, errors, throttles, age of the stream)
 * has no entry here. Alarms, the dashboard and `npm run metrics` read this table.
 */
export const METRICS = {
  /** One request, by `operation` and, for a refused one, by `code`. */
  Requests: 'Count',
  RequestDuration: 'Milliseconds',
  /** One message of a queue or one record of the stream, by `stage` and `outcome`. */
  Work: 'Count',
  WorkDuration: 'Milliseconds',
  /** From the sending of a message, its delay included, to the beginning of the work, by `stage`. */
  WaitDuration: 'Milliseconds',
  /** One render that ended, by `outcome`: its status or the code of its failure. */
  RendersEnded: 'Count',
  /** From POST /renders to the end of a completed render. */
  RenderSeconds: 'Seconds',
  /** The time that a completed render took from its start, divided by the length of its video. */
  RenderSecondsPerVideoSecond: 'None',
  /** Slides whose parts were all in the cache, and slides that were encoded, of completed renders. */
  SlidesReused: 'Count',
  SlidesRendered: 'Count',
  /** One attempt of a delivery, by `outcome`. */
  DeliveryTries: 'Count',
  DeliveryDuration: 'Milliseconds',
  /** Characters that an engine spoke, and what they cost, by `engine`. */
  SpokenCharacters: 'Count',
  SpeechSeconds: 'Seconds',
  SpeechCost: 'None',
  /**
   * Number of items that a sweep continued, number that it could not, 1 if it ended before it had checked all that was due (else 0), and
   * its duration, by `duty`.
   */
  SweeperFindings: 'Count',
  SweeperFailures: 'Count',
  SweepsUnfinished: 'Count',
  SweepDuration: 'Milliseconds',
} as const satisfies Record<string, 'Count' | 'Milliseconds' | 'Seconds' | 'None'>;

export type MetricName = keyof typeof METRICS;

/** Dimensions of metrics. Each has few values, because every combination is billed as a separate metric. */
export const METRIC_DIMENSIONS = ['operation', 'code', 'stage', 'outcome', 'engine', 'duty'] as const;
export type MetricDimension = (typeof METRIC_DIMENSIONS)[number];
