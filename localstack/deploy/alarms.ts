import type { Resource, Resources } from './gateway-stage.ts';
import { logicalIdPrefix } from './logical-id-prefix.ts';
import type { FunctionDefinition, FunctionEvent } from './serverless-cli.ts';

const PERIOD_SECONDS = 60;

/** A value that CloudFormation fills in. */
type Reference = { Ref: string } | { 'Fn::GetAtt': string[] };
/** A metric of CloudWatch. */
interface Metric {
  Namespace: string;
  MetricName: string;
  Dimensions: { Name: string; Value: string | Reference }[];
}
/** A metric, or an expression over metrics, of a metric-math alarm. */
type MetricPart = { Id: string; ReturnData: boolean } & (
  | { Expression: string }
  | { MetricStat: { Metric: Metric; Stat: string; Period: number } }
);
/** Condition of an alarm: `minutes` is the number of the last minutes in which the threshold must have been passed. */
interface Rule {
  threshold: number;
  minutes: number;
}
/** Service and stage, by their names. */
interface StageNames {
  service: string;
  stage: string;
}
/** lib/kernel/shared/metric-names.ts */
interface MetricNames {
  METRIC_NAMESPACE: string;
  METRICS: Readonly<Record<string, string>>;
}
/** Inputs to the alarms. */
export interface AlarmOptions extends StageNames {
  functions: Readonly<Record<string, Pick<FunctionDefinition, 'events'>>>;
  resources: Resources;
  names: MetricNames;
}

const attribute = (resource: string, name: string): Reference => ({ 'Fn::GetAtt': [resource, name] });
const ref = (resource: string): Reference => ({ Ref: resource });

/** Seconds that the oldest message of a queue may have waited before somebody should look. */
const QUEUE_AGE_SECONDS = 900;
/** Events must become deliveries at once: the stream keeps them for a day only. In milliseconds. */
const STREAM_AGE_MS = 300_000;
/** Fewer attempts than these in the period show nothing about receivers in general. */
const MIN_ATTEMPTS = 50;

const sqs = (metric: string, queue: string): Metric => ({
  Namespace: 'AWS/SQS',
  MetricName: metric,
  Dimensions: [{ Name: 'QueueName', Value: attribute(queue, 'QueueName') }],
});
const lambda = (metric: string, name?: string): Metric => ({
  Namespace: 'AWS/Lambda',
  MetricName: metric,
  // Without a function's name: of all functions of the AWS account in this region.
  Dimensions:
    name === undefined ? [] : [{ Name: 'FunctionName', Value: ref(`${logicalIdPrefix(name)}LambdaFunction`) }],
});
const api = (metric: string, { service, stage }: StageNames): Metric => ({
  Namespace: 'AWS/ApiGateway',
  MetricName: metric,
  Dimensions: [
    { Name: 'ApiName', Value: `${stage}-${service}` },
    { Name: 'Stage', Value: stage },
  ],
});
const dynamodb = (metric: string): Metric => ({
  Namespace: 'AWS/DynamoDB',
  MetricName: metric,
  Dimensions: [{ Name: 'TableName', Value: ref('Table') }],
});

/** A metric as part of a metric-math alarm. */
const part = (id: string, { Namespace, MetricName, Dimensions }: Metric): MetricPart => ({
  Id: id,
  ReturnData: false,
  MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Stat: 'Sum', Period: PERIOD_SECONDS },
});

/**
 * An alarm. @param minutes how many of the last minutes the threshold must have been passed: one for what is always wrong,
 * more for what may be a moment's load
 */
const alarm = (
  description: string,
  { threshold, minutes, ...judged }: Rule & ({ of: Metric; statistic: string } | { metrics: MetricPart[] }),
): Resource => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription: description,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    Threshold: threshold,
    EvaluationPeriods: minutes,
    DatapointsToAlarm: minutes,
    TreatMissingData: 'notBreaching',
    AlarmActions: [ref('AlarmsTopic')],
    OKActions: [ref('AlarmsTopic')],
    ...('metrics' in judged
      ? { Metrics: judged.metrics }
      : { ...judged.of, Statistic: judged.statistic, Period: PERIOD_SECONDS }),
  },
});

const ofType = (resources: Resources, type: string): string[] =>
  Object.entries(resources).flatMap(([name, { Type }]) => (Type === type ? [name] : []));

/** The dead-letter queues of a service: queues that others, or a stream, give up to. */
export const deadLetterQueues = (resources: Resources): string[] =>
  ofType(resources, 'AWS::SQS::Queue').filter((name) => name.endsWith('Dlq'));

const workQueues = (resources: Resources): string[] =>
  ofType(resources, 'AWS::SQS::Queue').filter((name) => !name.endsWith('Dlq'));

const namesWith = (functions: AlarmOptions['functions'], kind: keyof FunctionEvent): string[] =>
  Object.entries(functions).flatMap(([name, { events = [] }]) =>
    events.some((event) => event[kind] !== undefined) ? [name] : [],
  );

/** A metric that the service writes itself, with its dimensions. @throws Error for one that metric-names.ts does not have */
const own = (
  { METRIC_NAMESPACE, METRICS }: MetricNames,
  metric: string,
  dimensions: Readonly<Record<string, string>>,
): Metric => {
  if (!Object.hasOwn(METRICS, metric)) throw new Error(`lib/kernel/shared/metric-names.ts has no ${metric}`);
  const all = { ...dimensions, service: 'video-render' };
  return {
    Namespace: METRIC_NAMESPACE,
    MetricName: metric,
    Dimensions: Object.entries(all).map(([Name, Value]) => ({ Name, Value })),
  };
};

/** Outcomes of attempts of deliveries (lib/features/webhooks/record-attempts.ts). */
const ATTEMPT_OUTCOMES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'timeout', 'no_answer'];

/** The sweep of a scheduled function: `sweepRenders` is that of `renders`. */
const sweepOf = (name: string): string => name.replace(/^sweep(.)/, (_, first: string) => first.toLowerCase());

const sumOf = (places: readonly number[]): string => places.map((place) => `FILL(o${place}, 0)`).join(' + ');

/** An alarm on one metric of several functions: on the largest sum of a minute. */
const alarmOfLargest = (description: string, { metrics, ...rest }: Rule & { metrics: readonly Metric[] }): Resource =>
  alarm(description, {
    ...rest,
    metrics: [
      ...metrics.map((metric, place) => part(`m${place}`, metric)),
      {
        Id: 'largest',
        Expression: `MAX([${metrics.map((_, place) => `FILL(m${place}, 0)`).join(', ')}])`,
        ReturnData: true,
      },
    ],
  });

/**
 * Three for all sweepers: one for each would be a twentieth of the resources that a template may have. The dashboard shows
 * which one it is.
 */
const sweeperAlarms = (sweepers: readonly string[], names: MetricNames): Resources => ({
  SweeperErrors: alarmOfLargest('A sweeper fails: what a crash left behind is not found.', {
    metrics: sweepers.map((name) => lambda('Errors', name)),
    threshold: 1,
    minutes: 3,
  }),
  SweeperThrottles: alarmOfLargest('A sweeper is not started: its reserved concurrency is taken.', {
    metrics: sweepers.map((name) => lambda('Throttles', name)),
    threshold: 1,
    minutes: 3,
  }),
  SweeperFailures: alarmOfLargest('A sweeper finds what it cannot put right.', {
    metrics: sweepers.map((name) => own(names, 'SweeperFailures', { duty: sweepOf(name) })),
    threshold: 1,
    minutes: 5,
  }),
});

/** Alarms on what means trouble, by logical id. */
function alarmsOf({ functions, resources, names, service, stage }: AlarmOptions): Resources {
  const alarms: Resources = {};
  for (const queue of workQueues(resources))
    alarms[`${queue}Age`] = alarm(`The oldest message of ${queue} waits for a quarter of an hour.`, {
      of: sqs('ApproximateAgeOfOldestMessage', queue),
      statistic: 'Maximum',
      threshold: QUEUE_AGE_SECONDS,
      minutes: 5,
    });
  for (const queue of deadLetterQueues(resources))
    alarms[`${queue}Depth`] = alarm(`Work was given up: a message is in ${queue}.`, {
      of: sqs('ApproximateNumberOfMessagesVisible', queue),
      statistic: 'Maximum',
      threshold: 1,
      minutes: 1,
    });
  for (const name of namesWith(functions, 'stream'))
    alarms[`${logicalIdPrefix(name)}Age`] = alarm(`Events wait for ${name} for five minutes.`, {
      of: lambda('IteratorAge', name),
      statistic: 'Maximum',
      threshold: STREAM_AGE_MS,
      minutes: 3,
    });
  const sweepers = namesWith(functions, 'schedule');
  if (sweepers.length > 0) Object.assign(alarms, sweeperAlarms(sweepers, names));
  return {
    ...alarms,
    ApiServerErrors: alarm('More than one request in a hundred is answered with a 5xx.', {
      threshold: 0.01,
      minutes: 5,
      metrics: [
        part('errors', api('5XXError', { service, stage })),
        part('requests', api('Count', { service, stage })),
        // One of a handful of requests is no hundredth.
        { Id: 'share', Expression: 'IF(requests >= 20, errors / requests, 0)', ReturnData: true },
      ],
    }),
    FunctionThrottles: alarm('Functions of this AWS account are throttled.', {
      of: lambda('Throttles'),
      statistic: 'Sum',
      threshold: 10,
      minutes: 5,
    }),
    FunctionErrors: alarm('Functions of this AWS account end in errors.', {
      of: lambda('Errors'),
      statistic: 'Sum',
      threshold: 10,
      minutes: 5,
    }),
    TableThrottles: alarm('The table or an index throttles.', {
      threshold: 10,
      minutes: 5,
      metrics: [
        part('reads', dynamodb('ReadThrottleEvents')),
        part('writes', dynamodb('WriteThrottleEvents')),
        { Id: 'both', Expression: 'FILL(reads, 0) + FILL(writes, 0)', ReturnData: true },
      ],
    }),
    DeliveriesFailing: alarm('Four of five attempts of deliveries fail: the fault is hardly that of all receivers.', {
      threshold: 0.8,
      minutes: 10,
      metrics: [
        ...ATTEMPT_OUTCOMES.map((outcome, place) => part(`o${place}`, own(names, 'DeliveryTries', { outcome }))),
        { Id: 'tries', Expression: sumOf(ATTEMPT_OUTCOMES.map((_, place) => place)), ReturnData: false },
        {
          Id: 'share',
          Expression: `IF(tries >= ${MIN_ATTEMPTS}, 1 - FILL(o${ATTEMPT_OUTCOMES.indexOf('2xx')}, 0) / tries, 0)`,
          ReturnData: true,
        },
      ],
    }),
  };
}

/** Text that `Fn::Sub` puts within the text of a dashboard for a value or a reference. */
const inText = (value: string | Reference): string => {
  if (typeof value === 'string') return value;
  return 'Ref' in value ? `\${${value.Ref}}` : `\${${value['Fn::GetAtt'].join('.')}}`;
};

type Row = (string | { stat: string })[];

const row = ({ Namespace, MetricName, Dimensions }: Metric, stat: string): Row => [
  Namespace,
  MetricName,
  ...Dimensions.flatMap(({ Name, Value }) => [Name, inText(Value)]),
  { stat },
];

function dashboardOf({ functions, resources, names, service, stage }: AlarmOptions): Resource {
  const queues = workQueues(resources);
  const workers = [
    ...namesWith(functions, 'sqs'),
    ...namesWith(functions, 'schedule'),
    ...namesWith(functions, 'stream'),
  ];
  const graphs: [title: string, rows: Row[]][] = [
    [
      'Age of the oldest message, in seconds',
      queues.map((queue) => row(sqs('ApproximateAgeOfOldestMessage', queue), 'Maximum')),
    ],
    ['Messages that wait', queues.map((queue) => row(sqs('ApproximateNumberOfMessagesVisible', queue), 'Maximum'))],
    [
      'Dead letters',
      deadLetterQueues(resources).map((queue) => row(sqs('ApproximateNumberOfMessagesVisible', queue), 'Maximum')),
    ],
    ['Requests', ['Count', '4XXError', '5XXError'].map((metric) => row(api(metric, { service, stage }), 'Sum'))],
    ['Time of requests, in milliseconds', ['p50', 'p99'].map((stat) => row(api('Latency', { service, stage }), stat))],
    ['Workers at once', workers.map((name) => row(lambda('ConcurrentExecutions', name), 'Maximum'))],
    ['Errors of workers', workers.map((name) => row(lambda('Errors', name), 'Sum'))],
    [
      'Age of the stream, in milliseconds',
      namesWith(functions, 'stream').map((name) => row(lambda('IteratorAge', name), 'Maximum')),
    ],
    [
      'Throttles of the table',
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metric) => row(dynamodb(metric), 'Sum')),
    ],
    ['Attempts of deliveries', ATTEMPT_OUTCOMES.map((outcome) => row(own(names, 'DeliveryTries', { outcome }), 'Sum'))],
    [
      'Time of renders, in seconds',
      ['p50', 'p99'].map((stat) => row(own(names, 'RenderSeconds', { outcome: 'completed' }), stat)),
    ],
    [
      'What sweepers find',
      namesWith(functions, 'schedule').map((name) =>
        row(own(names, 'SweeperFindings', { duty: sweepOf(name) }), 'Sum'),
      ),
    ],
    [
      'What sweepers cannot put right',
      namesWith(functions, 'schedule').map((name) =>
        row(own(names, 'SweeperFailures', { duty: sweepOf(name) }), 'Sum'),
      ),
    ],
    ['Throttles of workers', workers.map((name) => row(lambda('Throttles', name), 'Sum'))],
  ];
  const widgets = graphs.map(([title, metrics], place) => ({
    type: 'metric',
    x: 12 * (place % 2),
    y: 6 * Math.floor(place / 2),
    width: 12,
    height: 6,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
    properties: { title, metrics, region: '${AWS::Region}', period: PERIOD_SECONDS, view: 'timeSeries' },
  }));
  return {
    Type: 'AWS::CloudWatch::Dashboard',
    Properties: { DashboardName: `${service}-${stage}`, DashboardBody: { 'Fn::Sub': JSON.stringify({ widgets }) } },
  };
}

/**
 * The topic that alarms go to, the alarms, and a dashboard, as resources of CloudFormation.
 * @param options.names lib/kernel/shared/metric-names.ts
 */
export function alarmResources(options: AlarmOptions): Resources {
  return {
    AlarmsTopic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: `${options.service}-${options.stage}-alarms` } },
    ...alarmsOf(options),
    Dashboard: dashboardOf(options),
  };
}
