import type { CloudFormationResource, CloudFormationResources } from './api-stage-logical-id.ts';
import { logicalIdPrefix } from './logical-id-prefix.ts';
import type { FunctionDefinition, FunctionEventDeclaration } from './serverless-cli.ts';

/** Seconds of a data point of all alarms and graphs. */
const PERIOD_SECONDS = 60;

/** A reference to a value of a resource, which CloudFormation resolves. */
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
/** The condition of an alarm: the threshold is reached in each of the last `minutes`. */
interface AlarmRule {
  threshold: number;
  minutes: number;
}
/** The names of service and stage. */
interface StageNames {
  service: string;
  stage: string;
}
/** The exports of lib/kernel/shared/metric-names.ts. */
interface MetricNames {
  METRIC_NAMESPACE: string;
  SERVICE_METRIC_UNITS: Readonly<Record<string, string>>;
}
/** Options of `alarmResources`: the functions and resources of a stage of the service, and the names of its metrics. */
export interface AlarmOptions extends StageNames {
  functions: Readonly<Record<string, Pick<FunctionDefinition, 'events'>>>;
  resources: CloudFormationResources;
  metricNames: MetricNames;
}

const attributeOf = (resource: string, name: string): Reference => ({ 'Fn::GetAtt': [resource, name] });
const ref = (resource: string): Reference => ({ Ref: resource });

/** The age of the oldest message of a queue, in seconds, from which an operator is alarmed. */
const QUEUE_AGE_SECONDS = 900;
/** The age of stream records, in milliseconds, from which an operator is alarmed: the stream keeps events for one day only. */
const STREAM_AGE_MS = 300_000;
/** The largest number of metrics of a metric-math alarm (PutMetricAlarm, `Metrics`). A deployment with more fails. */
const MAX_METRICS_OF_ALARM = 10;
/** The number of attempts of deliveries in a minute below which their failures are not significant. */
const MIN_ATTEMPTS = 50;

const sqsMetric = (metric: string, queue: string): Metric => ({
  Namespace: 'AWS/SQS',
  MetricName: metric,
  Dimensions: [{ Name: 'QueueName', Value: attributeOf(queue, 'QueueName') }],
});
const lambdaMetric = (metric: string, name?: string): Metric => ({
  Namespace: 'AWS/Lambda',
  MetricName: metric,
  // Without the name of a function, it is the metric of all functions of the AWS account in this region.
  Dimensions:
    name === undefined ? [] : [{ Name: 'FunctionName', Value: ref(`${logicalIdPrefix(name)}LambdaFunction`) }],
});
const apiMetric = (metric: string, { service, stage }: StageNames): Metric => ({
  Namespace: 'AWS/ApiGateway',
  MetricName: metric,
  Dimensions: [
    { Name: 'ApiName', Value: `${stage}-${service}` },
    { Name: 'Stage', Value: stage },
  ],
});
const tableMetric = (metric: string): Metric => ({
  Namespace: 'AWS/DynamoDB',
  MetricName: metric,
  Dimensions: [{ Name: 'TableName', Value: ref('Table') }],
});

/** The sum of a metric per minute, as an input of a metric-math expression. */
const metricPart = (id: string, { Namespace, MetricName, Dimensions }: Metric): MetricPart => ({
  Id: id,
  ReturnData: false,
  MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Stat: 'Sum', Period: PERIOD_SECONDS },
});

/**
 * An alarm of CloudWatch on one metric or on an expression. Its rule has one minute for a value that is always a problem, and more for one
 * that a short peak of load can cause.
 * @throws Error for an expression on more metrics than CloudWatch allows
 */
const createAlarm = (
  description: string,
  { threshold, minutes, ...source }: AlarmRule & ({ metric: Metric; statistic: string } | { metrics: MetricPart[] }),
): CloudFormationResource => {
  if ('metrics' in source && source.metrics.filter((part) => 'MetricStat' in part).length > MAX_METRICS_OF_ALARM)
    throw new Error(`CloudWatch allows ${MAX_METRICS_OF_ALARM} metrics of one alarm. Split it: ${description}`);
  return {
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
      ...('metrics' in source
        ? { Metrics: source.metrics }
        : { ...source.metric, Statistic: source.statistic, Period: PERIOD_SECONDS }),
    },
  };
};

const logicalIdsOfType = (resources: CloudFormationResources, type: string): string[] =>
  Object.entries(resources).flatMap(([name, { Type }]) => (Type === type ? [name] : []));

/** The logical ids of the dead-letter queues: queues for messages and stream records that could not be processed. */
export const deadLetterQueueIds = (resources: CloudFormationResources): string[] =>
  logicalIdsOfType(resources, 'AWS::SQS::Queue').filter((name) => name.endsWith('Dlq'));

const workQueueIds = (resources: CloudFormationResources): string[] =>
  logicalIdsOfType(resources, 'AWS::SQS::Queue').filter((name) => !name.endsWith('Dlq'));

const functionNamesWithEvent = (
  functions: AlarmOptions['functions'],
  eventType: keyof FunctionEventDeclaration,
): string[] =>
  Object.entries(functions).flatMap(([name, { events = [] }]) =>
    events.some((event) => event[eventType] !== undefined) ? [name] : [],
  );

/** A metric that the service itself records. @throws Error for a name that is not in metric-names.ts */
const serviceMetric = (
  { METRIC_NAMESPACE, SERVICE_METRIC_UNITS }: MetricNames,
  metric: string,
  dimensions: Readonly<Record<string, string>>,
): Metric => {
  if (!Object.hasOwn(SERVICE_METRIC_UNITS, metric))
    throw new Error(`lib/kernel/shared/metric-names.ts has no ${metric}`);
  const allDimensions = { ...dimensions, service: 'video-render' };
  return {
    Namespace: METRIC_NAMESPACE,
    MetricName: metric,
    Dimensions: Object.entries(allDimensions).map(([Name, Value]) => ({ Name, Value })),
  };
};

/** The values of the dimension `outcome` of attempts of deliveries (lib/features/webhooks/record-attempts.ts). */
const ATTEMPT_OUTCOMES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'timeout', 'no_answer'];

/** The name of the sweep that a scheduled function runs: `renders` for `sweepRenders`. */
const sweepNameOf = (name: string): string => name.replace(/^sweep(.)/, (_, first: string) => first.toLowerCase());

const sumOfOutcomesExpression = (indexes: readonly number[]): string =>
  indexes.map((index) => `FILL(o${index}, 0)`).join(' + ');

/** An alarm on the largest of the sums per minute of several metrics. */
const alarmOfLargest = (
  description: string,
  { metrics, ...rule }: AlarmRule & { metrics: readonly Metric[] },
): CloudFormationResource =>
  createAlarm(description, {
    ...rule,
    metrics: [
      ...metrics.map((metric, index) => metricPart(`m${index}`, metric)),
      {
        Id: 'largest',
        Expression: `MAX([${metrics.map((_, index) => `FILL(m${index}, 0)`).join(', ')}])`,
        ReturnData: true,
      },
    ],
  });

/**
 * Three alarms for all sweepers together, because separate ones would be 5 % of the resources that a template may have. The dashboard
 * shows which sweeper is concerned.
 */
const sweeperAlarms = (sweepers: readonly string[], metricNames: MetricNames): CloudFormationResources => ({
  SweeperErrors: alarmOfLargest('A sweeper fails: what a crash left behind is not found.', {
    metrics: sweepers.map((name) => lambdaMetric('Errors', name)),
    threshold: 1,
    minutes: 3,
  }),
  SweeperThrottles: alarmOfLargest('A sweeper is not started: its reserved concurrency is taken.', {
    metrics: sweepers.map((name) => lambdaMetric('Throttles', name)),
    threshold: 1,
    minutes: 3,
  }),
  SweeperFailures: alarmOfLargest('A sweeper finds what it cannot put right.', {
    metrics: sweepers.map((name) => serviceMetric(metricNames, 'SweeperFailures', { duty: sweepNameOf(name) })),
    threshold: 1,
    minutes: 5,
  }),
});

/** All alarms, by logical id. */
function alarmsOf({ functions, resources, metricNames, service, stage }: AlarmOptions): CloudFormationResources {
  const alarms: CloudFormationResources = {};
  for (const queue of workQueueIds(resources))
    alarms[`${queue}Age`] = createAlarm(`The oldest message of ${queue} waits for a quarter of an hour.`, {
      metric: sqsMetric('ApproximateAgeOfOldestMessage', queue),
      statistic: 'Maximum',
      threshold: QUEUE_AGE_SECONDS,
      minutes: 5,
    });
  for (const queue of deadLetterQueueIds(resources))
    alarms[`${queue}Depth`] = createAlarm(`Work was given up: a message is in ${queue}.`, {
      metric: sqsMetric('ApproximateNumberOfMessagesVisible', queue),
      statistic: 'Maximum',
      threshold: 1,
      minutes: 1,
    });
  for (const name of functionNamesWithEvent(functions, 'stream'))
    alarms[`${logicalIdPrefix(name)}Age`] = createAlarm(`Events wait for ${name} for five minutes.`, {
      metric: lambdaMetric('IteratorAge', name),
      statistic: 'Maximum',
      threshold: STREAM_AGE_MS,
      minutes: 3,
    });
  const sweepers = functionNamesWithEvent(functions, 'schedule');
  if (sweepers.length > 0) Object.assign(alarms, sweeperAlarms(sweepers, metricNames));
  return {
    ...alarms,
    ApiServerErrors: createAlarm('More than one request in a hundred is answered with a 5xx.', {
      threshold: 0.01,
      minutes: 5,
      metrics: [
        metricPart('errors', apiMetric('5XXError', { service, stage })),
        metricPart('requests', apiMetric('Count', { service, stage })),
        // With fewer than 20 requests in a minute, a single error would exceed the threshold.
        { Id: 'share', Expression: 'IF(requests >= 20, errors / requests, 0)', ReturnData: true },
      ],
    }),
    FunctionThrottles: createAlarm('Functions of this AWS account are throttled.', {
      metric: lambdaMetric('Throttles'),
      statistic: 'Sum',
      threshold: 10,
      minutes: 5,
    }),
    FunctionErrors: createAlarm('Functions of this AWS account end in errors.', {
      metric: lambdaMetric('Errors'),
      statistic: 'Sum',
      threshold: 10,
      minutes: 5,
    }),
    TableThrottles: createAlarm('The table or an index throttles.', {
      threshold: 10,
      minutes: 5,
      metrics: [
        metricPart('reads', tableMetric('ReadThrottleEvents')),
        metricPart('writes', tableMetric('WriteThrottleEvents')),
        { Id: 'both', Expression: 'FILL(reads, 0) + FILL(writes, 0)', ReturnData: true },
      ],
    }),
    DeliveriesFailing: createAlarm(
      'Four of five attempts of deliveries fail: the fault is hardly that of all receivers.',
      {
        threshold: 0.8,
        minutes: 10,
        metrics: [
          ...ATTEMPT_OUTCOMES.map((outcome, index) =>
            metricPart(`o${index}`, serviceMetric(metricNames, 'DeliveryTries', { outcome })),
          ),
          {
            Id: 'tries',
            Expression: sumOfOutcomesExpression(ATTEMPT_OUTCOMES.map((_, index) => index)),
            ReturnData: false,
          },
          {
            Id: 'share',
            Expression: `IF(tries >= ${MIN_ATTEMPTS}, 1 - FILL(o${ATTEMPT_OUTCOMES.indexOf('2xx')}, 0) / tries, 0)`,
            ReturnData: true,
          },
        ],
      },
    ),
  };
}

/** A value or a reference for a text that `Fn::Sub` resolves. */
const subText = (value: string | Reference): string => {
  if (typeof value === 'string') return value;
  return 'Ref' in value ? `\${${value.Ref}}` : `\${${value['Fn::GetAtt'].join('.')}}`;
};

type GraphRow = (string | { stat: string })[];

const graphRow = ({ Namespace, MetricName, Dimensions }: Metric, stat: string): GraphRow => [
  Namespace,
  MetricName,
  ...Dimensions.flatMap(({ Name, Value }) => [Name, subText(Value)]),
  { stat },
];

function dashboardOf({ functions, resources, metricNames, service, stage }: AlarmOptions): CloudFormationResource {
  const queues = workQueueIds(resources);
  const workers = [
    ...functionNamesWithEvent(functions, 'sqs'),
    ...functionNamesWithEvent(functions, 'schedule'),
    ...functionNamesWithEvent(functions, 'stream'),
  ];
  const graphs: [title: string, rows: GraphRow[]][] = [
    [
      'Age of the oldest message, in seconds',
      queues.map((queue) => graphRow(sqsMetric('ApproximateAgeOfOldestMessage', queue), 'Maximum')),
    ],
    [
      'Messages that wait',
      queues.map((queue) => graphRow(sqsMetric('ApproximateNumberOfMessagesVisible', queue), 'Maximum')),
    ],
    [
      'Dead letters',
      deadLetterQueueIds(resources).map((queue) =>
        graphRow(sqsMetric('ApproximateNumberOfMessagesVisible', queue), 'Maximum'),
      ),
    ],
    [
      'Requests',
      ['Count', '4XXError', '5XXError'].map((metric) => graphRow(apiMetric(metric, { service, stage }), 'Sum')),
    ],
    [
      'Time of requests, in milliseconds',
      ['p50', 'p99'].map((stat) => graphRow(apiMetric('Latency', { service, stage }), stat)),
    ],
    ['Workers at once', workers.map((name) => graphRow(lambdaMetric('ConcurrentExecutions', name), 'Maximum'))],
    ['Errors of workers', workers.map((name) => graphRow(lambdaMetric('Errors', name), 'Sum'))],
    [
      'Age of the stream, in milliseconds',
      functionNamesWithEvent(functions, 'stream').map((name) => graphRow(lambdaMetric('IteratorAge', name), 'Maximum')),
    ],
    [
      'Throttles of the table',
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metric) => graphRow(tableMetric(metric), 'Sum')),
    ],
    [
      'Attempts of deliveries',
      ATTEMPT_OUTCOMES.map((outcome) => graphRow(serviceMetric(metricNames, 'DeliveryTries', { outcome }), 'Sum')),
    ],
    [
      'Time of renders, in seconds',
      ['p50', 'p99'].map((stat) =>
        graphRow(serviceMetric(metricNames, 'RenderSeconds', { outcome: 'completed' }), stat),
      ),
    ],
    [
      'What sweepers find',
      functionNamesWithEvent(functions, 'schedule').map((name) =>
        graphRow(serviceMetric(metricNames, 'SweeperFindings', { duty: sweepNameOf(name) }), 'Sum'),
      ),
    ],
    [
      'What sweepers cannot put right',
      functionNamesWithEvent(functions, 'schedule').map((name) =>
        graphRow(serviceMetric(metricNames, 'SweeperFailures', { duty: sweepNameOf(name) }), 'Sum'),
      ),
    ],
    ['Throttles of workers', workers.map((name) => graphRow(lambdaMetric('Throttles', name), 'Sum'))],
  ];
  const widgets = graphs.map(([title, metrics], index) => ({
    type: 'metric',
    x: 12 * (index % 2),
    y: 6 * Math.floor(index / 2),
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
 * The SNS topic to which alarms are sent, the alarms, and a dashboard, as CloudFormation resources by logical id.
 * @param options.metricNames lib/kernel/shared/metric-names.ts
 */
export function alarmResources(options: AlarmOptions): CloudFormationResources {
  return {
    AlarmsTopic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: `${options.service}-${options.stage}-alarms` } },
    ...alarmsOf(options),
    Dashboard: dashboardOf(options),
  };
}
