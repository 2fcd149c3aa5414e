import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { API_BASE_ADDRESS_PLACEHOLDER } from '#deploy/gateway-doc-urls.ts';
import { logicalIdPrefix } from '#deploy/logical-id-prefix.ts';
import { METRIC_NAMESPACE, type MetricName, SERVICE_METRIC_UNITS } from '#kernel/shared/metric-names.ts';
import { describedApi } from '#test/support/stack/api-description.ts';
import { compileTemplate, type Template } from '#test/support/stack/compile-template.ts';
import { gatewayResponses, httpEvents } from '#test/support/stack/serverless-file.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const KEY = '1234abcd-12ab-34cd-56ef-1234567890ab';
/** CloudFormation refuses a template of more. */
const MOST_RESOURCES = 500;
/** Invocations at once that an AWS account has by default, and how many of them requests must always find. */
const ACCOUNT_CONCURRENCY = 1000;
const FOR_REQUESTS = 300;
/** AWS counts a policy without white space. */
const POLICY_CHARACTERS = 10_240;

let template: Template;
beforeAll(async () => {
  template = await compileTemplate({ SECRETS_KMS_KEY_ID: KEY, SESSION_ORIGINS: 'https://app.example' });
});

const ofType = (type: string) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
const propertiesOf = (name: string) => template.Resources[name]?.Properties ?? {};

test('the template has room for more resources', () => {
  expect(Object.keys(template.Resources).length).toBeLessThan(MOST_RESOURCES - 25);
});

describe('a resource with data', () => {
  const HOLDS_DATA = /^AWS::(DynamoDB::Table|S3::Bucket|KMS::Key)$/;
  const policies = ({ Resources }: Template) =>
    Object.entries(Resources).flatMap(([name, { Type, DeletionPolicy }]) =>
      HOLDS_DATA.test(Type) && name !== 'ServerlessDeploymentBucket' ? [[name, DeletionPolicy]] : [],
    );

  test('goes with its stage, so that the stage can be deployed again', () => {
    expect(Object.fromEntries(policies(template))).toEqual({ Table: 'Delete', MediaBucket: 'Delete' });
  });

  test('stays in prod, and so does the key of secrets that the template makes where none is given', async () => {
    const prod = await compileTemplate({}, 'prod');
    expect(Object.fromEntries(policies(prod))).toEqual({
      Table: 'Retain',
      MediaBucket: 'Retain',
      SecretsKey: 'Retain',
    });
    expect(prod.Resources.SecretsKey?.Properties).toMatchObject({ EnableKeyRotation: true });
    const { Environment } = z
      .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
      .parse(prod.Resources.CreateWebhookLambdaFunction?.Properties);
    const key = { 'Fn::GetAtt': ['SecretsKey', 'Arn'] };
    expect(Environment.Variables.SECRETS_KMS_KEY_ID).toEqual(key);
    expect(JSON.stringify(prod.Resources.CreateWebhookRole)).toContain(`"Resource":[${JSON.stringify(key)}]`);
  });

  test('is encrypted, and closed to the public', () => {
    const buckets = ofType('AWS::S3::Bucket');
    expect(buckets.map(([name]) => name).toSorted()).toEqual(['MediaBucket', 'ServerlessDeploymentBucket']);
    for (const [name, { Properties }] of buckets) {
      expect(JSON.stringify(Properties.BucketEncryption), name).toContain('"SSEAlgorithm":"AES256"');
      expect(Properties.PublicAccessBlockConfiguration, name).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
    // DynamoDB encrypts every table; the topic of alarms carries no data of clients.
    for (const [name, { Properties }] of ofType('AWS::SQS::Queue'))
      expect([name, Properties.SqsManagedSseEnabled]).toEqual([name, true]);
  });
});

test('every function writes to the log group of its kind, where records go after a month', () => {
  const groups = new Map(
    ofType('AWS::Logs::LogGroup').map(([name, { Properties }]) => [
      name,
      [Properties.LogGroupName, Properties.RetentionInDays],
    ]),
  );
  expect([...groups.values()].toSorted()).toEqual([
    ['/aws/lambda/video-render-dev/api', 30],
    ['/aws/lambda/video-render-dev/sweepers', 30],
    ['/aws/lambda/video-render-dev/workers', 30],
  ]);
  const Logging = z.object({ LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }) });
  const functions = ofType('AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(40);
  for (const [name, { Properties }] of functions) {
    const { Ref } = Logging.parse(Properties).LoggingConfig.LogGroup;
    const role = JSON.stringify(propertiesOf(name.replace(/LambdaFunction$/, 'Role')));
    expect(role, name).toContain(`log-group:${groups.get(Ref)?.[0]}:*`);
  }
  expect(Logging.parse(propertiesOf('GetMeLambdaFunction')).LoggingConfig.LogGroup.Ref).toBe('ApiLogGroup');
  expect(Logging.parse(propertiesOf('PrepareRenderLambdaFunction')).LoggingConfig.LogGroup.Ref).toBe('WorkersLogGroup');
  expect(Logging.parse(propertiesOf('SweepRendersLambdaFunction')).LoggingConfig.LogGroup.Ref).toBe('SweepersLogGroup');
});

describe('the API', () => {
  test('has the routes of serverless.yml, each with its function', () => {
    const routes = describedApi(template).operations.map(({ route, integration }) => [
      route,
      /(\w+)LambdaFunction/.exec(JSON.stringify(integration.uri))?.[1],
    ]);
    // HEAD goes where GET goes.
    const written = httpEvents.flatMap(({ route, function: name }) =>
      [route, ...(route.startsWith('GET ') ? [route.replace('GET', 'HEAD')] : [])].map((one) => [
        one,
        logicalIdPrefix(name),
      ]),
    );
    expect(routes.toSorted()).toEqual(written.toSorted());
  });

  test('answers by itself as serverless.yml says', () => {
    const answers = Object.entries(describedApi(template).answers);
    // A stage without a domain: each answer names the address at which its request came in.
    const written = JSON.stringify(
      gatewayResponses.map(({ ResponseType, StatusCode, ResponseTemplates }) => [
        ResponseType,
        StatusCode,
        ResponseTemplates,
      ]),
    ).replaceAll(API_BASE_ADDRESS_PLACEHOLDER, 'https://$context.domainName/$context.stage/v1');
    expect(answers.map(([type, { statusCode, responseTemplates }]) => [type, statusCode, responseTemplates])).toEqual(
      JSON.parse(written),
    );
  });

  test('is one resource: what is in its description has none, and nothing waits for what is not there', () => {
    for (const part of ['Method', 'Resource', 'GatewayResponse'])
      expect(ofType(`AWS::ApiGateway::${part}`)).toEqual([]);
    for (const [name, { DependsOn = [] }] of Object.entries(template.Resources))
      for (const needed of [DependsOn].flat())
        expect([name, Object.keys(template.Resources)]).toEqual([name, expect.arrayContaining([needed])]);
    expect(describedApi(template).binary).toEqual(['*/*']);
  });
});

test("pages of an allowed origin may read the gateway's own answers", () => {
  const answers = Object.entries(describedApi(template).answers);
  expect(answers.length).toBeGreaterThan(5);
  for (const [name, { responseParameters }] of answers)
    expect(responseParameters, name).toMatchObject({
      'gatewayresponse.header.access-control-allow-origin': "'https://app.example'",
      'gatewayresponse.header.access-control-allow-credentials': "'true'",
      'gatewayresponse.header.x-request-id': 'context.requestId',
    });
});

test('requests and workers are traced', () => {
  const functions = ofType('AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(40);
  for (const [name, { Properties }] of functions)
    expect([name, Properties.TracingConfig]).toEqual([name, { Mode: 'Active' }]);
  expect(propertiesOf('ApiGatewayStage')).toMatchObject({ TracingEnabled: true });
});

describe('alarms', () => {
  const alarm = z.looseObject({
    Threshold: z.number(),
    EvaluationPeriods: z.number(),
    TreatMissingData: z.literal('notBreaching'),
    AlarmActions: z.tuple([z.object({ Ref: z.literal('AlarmsTopic') })]),
    MetricName: z.string().optional(),
    Namespace: z.string().optional(),
    Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).optional(),
    Metrics: z
      .array(z.looseObject({ Id: z.string(), ReturnData: z.boolean(), MetricStat: z.unknown().optional() }))
      .optional(),
  });
  const alarms = () =>
    ofType('AWS::CloudWatch::Alarm').map(([name, { Properties }]) => ({ name, ...alarm.parse(Properties) }));
  const on = (metric: string, resource: string) =>
    alarms().filter(
      ({ MetricName, Dimensions }) => MetricName === metric && JSON.stringify(Dimensions).includes(`"${resource}"`),
    );

  test('go to a topic that exists', () => {
    expect(template.Resources.AlarmsTopic?.Type).toBe('AWS::SNS::Topic');
    expect(alarms().length).toBeGreaterThan(15);
  });

  test('each has a paragraph in the guide for operators, and no other one has', () => {
    const guide = readFileSync(join(PROJECT, 'lib/front/docs/guides/operations.md'), 'utf8');
    const headings = guide.split('\n').filter((line) => line.startsWith('### '));
    const named = headings.flatMap((line) => [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    // Only where the parameter `canary` is set.
    const all = [...alarms().map(({ name }) => name), 'CanaryErrors'];
    expect(named.toSorted()).toEqual(all.toSorted());
  });

  test('every queue has a dead-letter queue and an alarm on its age; every dead-letter queue one on its depth', () => {
    const queues = ofType('AWS::SQS::Queue');
    const given = new Set<string>();
    const work = queues.flatMap(([name, { Properties }]) => {
      const policy = z
        .object({ deadLetterTargetArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }) })
        .safeParse(Properties.RedrivePolicy);
      if (policy.success) given.add(policy.data.deadLetterTargetArn['Fn::GetAtt'][0]);
      return policy.success ? [name] : [];
    });
    const streams = ofType('AWS::Lambda::EventSourceMapping').flatMap(
      ([, { Properties }]) => JSON.stringify(Properties.DestinationConfig ?? '').match(/\w+Dlq/g) ?? [],
    );
    for (const name of streams) given.add(name);
    expect(new Set([...work, ...given])).toEqual(new Set(queues.map(([name]) => name)));
    for (const name of work) expect(on('ApproximateAgeOfOldestMessage', name), name).toHaveLength(1);
    for (const name of given) expect(on('ApproximateNumberOfMessagesVisible', name), name).toHaveLength(1);
    // Two weeks: as long as SQS keeps anything.
    for (const name of given) expect(propertiesOf(name).MessageRetentionPeriod, name).toBe(1_209_600);
  });

  test('every stream has one on its age, the scheduled functions one on errors and one on throttles', () => {
    const streamed = ofType('AWS::Lambda::EventSourceMapping').filter(
      ([, { Properties }]) => Properties.StartingPosition,
    );
    const scheduled = ofType('AWS::Events::Rule').map(
      ([, { Properties }]) => /\w+LambdaFunction/.exec(JSON.stringify(Properties))?.[0],
    );
    const followers = streamed.map(
      ([, { Properties }]) => /\w+LambdaFunction/.exec(JSON.stringify(Properties.FunctionName))?.[0],
    );
    expect(followers.length * scheduled.length).toBeGreaterThan(0);
    for (const name of followers) expect(on('IteratorAge', name ?? ''), name).toHaveLength(1);
    const ofSweepers = alarms().filter(({ name }) => ['SweeperErrors', 'SweeperThrottles'].includes(name));
    expect(ofSweepers).toHaveLength(2);
    for (const { Metrics } of ofSweepers)
      for (const name of scheduled) expect(JSON.stringify(Metrics)).toContain(`"Ref":"${name}"`);
  });

  test.each(['ApiServerErrors', 'FunctionThrottles', 'FunctionErrors', 'TableThrottles', 'DeliveriesFailing'])(
    'there is one: %s',
    (name) => {
      expect(template.Resources[name]?.Type).toBe('AWS::CloudWatch::Alarm');
    },
  );

  test('read only metrics of AWS, and those that lib/kernel/shared/metric-names.ts names', () => {
    const named: readonly string[] = Object.keys(SERVICE_METRIC_UNITS);
    const metric = z.object({ Namespace: z.string(), MetricName: z.string() });
    const read = alarms().flatMap(({ Metrics, Namespace, MetricName }) =>
      Metrics === undefined
        ? [metric.parse({ Namespace, MetricName })]
        : Metrics.flatMap(({ MetricStat }) => {
            const stat = z.object({ Metric: metric }).safeParse(MetricStat);
            return stat.success ? [stat.data.Metric] : [];
          }),
    );
    for (const { Namespace, MetricName } of read)
      if (!Namespace.startsWith('AWS/'))
        expect([METRIC_NAMESPACE, named.includes(MetricName)]).toEqual([Namespace, true]);
  });
});

test('the dashboard shows every queue, the attempts of deliveries and what sweepers find', () => {
  const [[, dashboard] = []] = ofType('AWS::CloudWatch::Dashboard');
  const { 'Fn::Sub': body } = z.object({ 'Fn::Sub': z.string() }).parse(dashboard?.Properties.DashboardBody);
  const { widgets } = z.object({ widgets: z.array(z.unknown()) }).parse(JSON.parse(body));
  expect(widgets.length).toBeGreaterThan(5);
  for (const [name] of ofType('AWS::SQS::Queue')) expect(body).toContain(`\${${name}.QueueName}`);
  for (const metric of ['DeliveryTries', 'SweeperFindings'] satisfies MetricName[])
    expect(body).toContain(`"${METRIC_NAMESPACE}","${metric}"`);
});

describe('the bucket', () => {
  test('answers no request without TLS 1.2, and none without credentials', () => {
    const { PolicyDocument } = z
      .looseObject({ PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) }) })
      .parse(propertiesOf('MediaBucketPolicy'));
    const everything = {
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:*',
      Resource: [{ 'Fn::GetAtt': ['MediaBucket', 'Arn'] }, { 'Fn::Sub': `\${MediaBucket.Arn}/*` }],
    };
    expect(PolicyDocument.Statement).toEqual([
      { Sid: 'OnlyTls', ...everything, Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      { Sid: 'OnlyTls12', ...everything, Condition: { NumericLessThan: { 's3:TlsVersion': '1.2' } } },
    ]);
    expect(propertiesOf('MediaBucket').PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });

  test('has no versions: what is erased is gone', () => {
    expect(propertiesOf('MediaBucket').VersioningConfiguration).toBeUndefined();
  });
});

test('what no client waits for has its own concurrency, and leaves enough to requests', () => {
  const functions = ofType('AWS::Lambda::Function');
  const mappings = ofType('AWS::Lambda::EventSourceMapping');
  const reserved = new Map(
    functions.map(([name, { Properties }]) => [name, Number(Properties.ReservedConcurrentExecutions ?? 0)]),
  );
  const behind = [...mappings, ...ofType('AWS::Events::Rule')].map(
    ([, { Properties }]) => /\w+LambdaFunction/.exec(JSON.stringify(Properties))?.[0] ?? '',
  );
  for (const name of behind) expect(reserved.get(name), name).toBeGreaterThan(0);
  for (const [, { Properties }] of mappings) {
    const most = z.object({ MaximumConcurrency: z.number() }).safeParse(Properties.ScalingConfig);
    const name = /\w+LambdaFunction/.exec(JSON.stringify(Properties.FunctionName))?.[0] ?? '';
    // A queue that may use more than its function has would have its messages throttled into the dead-letter queue.
    if (most.success) expect(reserved.get(name), name).toBeGreaterThanOrEqual(most.data.MaximumConcurrency);
  }
  const sum = [...reserved.values()].reduce((before, own) => before + own, 0);
  expect(sum).toBeLessThanOrEqual(ACCOUNT_CONCURRENCY - FOR_REQUESTS);
});

describe('the roles', () => {
  const statement = z.object({
    Effect: z.literal('Allow'),
    Action: z.array(z.string()),
    Resource: z.unknown(),
    Condition: z.record(z.string(), z.record(z.string(), z.array(z.string()))).optional(),
  });
  const role = z.object({
    Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })]),
  });
  const statementsOf = (name: string) => role.parse(propertiesOf(name)).Policies[0].PolicyDocument.Statement;
  /** The functions that make, name and revoke keys. */
  const MANAGES_KEYS = new Set(['createKey', 'updateKey', 'deleteKey', 'acceptInvitation']);
  const allowed = z
    .record(z.string(), z.record(z.string(), z.array(z.string())))
    .parse(parse(readFileSync(join(PROJECT, 'functions/permissions.yml'), 'utf8')));

  test('every function has one', () => {
    const functions = ofType('AWS::Lambda::Function').map(([name, { Properties }]) => [name, Properties.Role]);
    expect(functions).toHaveLength(Object.keys(allowed).length);
    expect(Object.fromEntries(functions)).toEqual(
      Object.fromEntries(
        Object.keys(allowed).map((name) => [
          `${logicalIdPrefix(name)}LambdaFunction`,
          { 'Fn::GetAtt': [`${logicalIdPrefix(name)}Role`, 'Arn'] },
        ]),
      ),
    );
    const others = ofType('AWS::IAM::Role').filter(([name]) => name !== 'GatewayRole');
    expect(others).toHaveLength(functions.length);
  });

  test('the gateway invokes the functions that answer requests, and no other one', () => {
    const methods = describedApi(template).operations.map(({ integration }) => integration);
    const invoked = methods.map((integration) => /\w+LambdaFunction/.exec(JSON.stringify(integration))?.[0]);
    expect(methods.length).toBeGreaterThan(50);
    for (const integration of methods)
      expect(integration).toMatchObject({
        type: 'aws_proxy',
        httpMethod: 'POST',
        credentials: { 'Fn::GetAtt': ['GatewayRole', 'Arn'] },
      });
    const statements = statementsOf('GatewayRole');
    expect(statements).toMatchObject([{ Effect: 'Allow', Action: ['lambda:InvokeFunction'] }]);
    expect(new Set([statements[0]?.Resource].flat())).toEqual(
      new Set([...new Set(invoked)].map((name) => ({ 'Fn::GetAtt': [name, 'Arn'] }))),
    );
  });

  test('have the actions of functions/permissions.yml, those of their events, log and traces, and no others', () => {
    for (const [name, actions] of Object.entries(allowed)) {
      const role = statementsOf(`${logicalIdPrefix(name)}Role`);
      const ofEvents =
        /^(logs:|xray:|sqs:(Receive|Delete)Message|sqs:GetQueueAttributes|dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams))/;
      const has = new Set(role.flatMap(({ Action }) => Action).filter((action) => !ofEvents.test(action)));
      const wanted = new Set(Object.keys(actions).map((action) => action.split(' ')[0]));
      // The dispatcher's stream gives up to a queue.
      if (name === 'dispatchWebhooks') wanted.add('sqs:SendMessage');
      expect(has, name).toEqual(wanted);
      expect(JSON.stringify(role).length, name).toBeLessThan(POLICY_CHARACTERS);
    }
  });

  test('name what they reach, except for actions that cannot be narrowed', () => {
    const NOT_NARROWED = [
      'dynamodb:ListStreams',
      'polly:SynthesizeSpeech',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ];
    const everywhere = Object.keys(allowed)
      .flatMap((name) => statementsOf(`${logicalIdPrefix(name)}Role`))
      .filter(({ Resource }) => [Resource].flat().includes('*'))
      .flatMap(({ Action }) => Action);
    expect([...new Set(everywhere)].toSorted()).toEqual(NOT_NARROWED);
    for (const name of Object.keys(allowed))
      for (const { Action } of statementsOf(`${logicalIdPrefix(name)}Role`)) expect(Action.join()).not.toContain('*');
  });

  test('reach items only by the partitions that permissions.yml names', () => {
    for (const name of Object.keys(allowed))
      for (const { Action, Condition } of statementsOf(`${logicalIdPrefix(name)}Role`)) {
        const ofItems = Action.some((action) => /^dynamodb:.*(Item|Query)/.test(action));
        const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
        expect([name, ofItems, keys.length > 0]).toEqual([name, ofItems, ofItems]);
        // Every id of an account has the same length: nothing longer starts with one.
        for (const key of keys)
          expect(key).toMatch(/^(ACC#acc_\?{26}(#.*)?|[A-Z]+#acc_\?{26}(#\*)?|[A-Z]+#\*|[A-Z]+)$/);
      }
  });

  test('can note when a key was used, and change nothing else of it, except those that manage keys', () => {
    const updates = Object.keys(allowed)
      .filter((name) => !MANAGES_KEYS.has(name))
      .flatMap((name) => statementsOf(`${logicalIdPrefix(name)}Role`))
      .filter(
        ({ Action, Condition }) =>
          Action.some((action) => /(Put|Update|Delete|Write)/.test(action)) &&
          Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']?.some((key) => /^(KEY|IDENTITY)/.test(key)),
      );
    expect(updates.length).toBeGreaterThan(10);
    for (const { Action, Condition } of updates) {
      expect(Action).toEqual(['dynamodb:UpdateItem']);
      expect(Condition?.['ForAllValues:StringEquals']).toEqual({
        'dynamodb:Attributes': ['PK', 'SK', 'last_used_at', 'write_id'],
      });
    }
  });

  test('that open or seal secrets use the one key that was given', () => {
    const uses = Object.keys(allowed)
      .flatMap((name) => statementsOf(`${logicalIdPrefix(name)}Role`))
      .filter(({ Action }) => Action.some((action) => action.startsWith('kms:')));
    expect(uses.length).toBeGreaterThan(3);
    for (const { Resource } of uses)
      expect(JSON.stringify(Resource)).toBe(
        JSON.stringify([{ 'Fn::Sub': `arn:\${AWS::Partition}:kms:\${AWS::Region}:\${AWS::AccountId}:key/${KEY}` }]),
      );
  });
});
