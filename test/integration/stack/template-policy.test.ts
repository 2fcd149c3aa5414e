import { beforeAll, describe, expect, test } from 'vitest';
import { CANARY_FUNCTIONS } from '#deploy/canary.ts';
import { logicalIdPrefix } from '#deploy/logical-id-prefix.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { isWhole } from '#test/support/depth.ts';
import { describedApi } from '#test/support/stack/api-description.ts';
import { compileTemplate, type Template } from '#test/support/stack/compile-template.ts';
import { ALL_OPTIONS } from '#test/support/stack/stage-options.ts';
import { templateFaults } from '#test/support/stack/template-policy.ts';

/** A stage `local` is that of the emulator, to which `npm run test:deploy` deploys it. */
const STAGES = isWhole ? (['local', 'dev', 'prod'] as const) : (['dev', 'prod'] as const);
type Stage = (typeof STAGES)[number];

const plain = new Map<Stage, Template>();
let optional: Template;

function templateOf(stage: Stage): Template {
  const found = plain.get(stage);
  if (found === undefined) throw new Error(`${stage} was not compiled`);
  return structuredClone(found);
}

// Two at a time: each compilation keeps a core busy.
beforeAll(async () => {
  await forEachConcurrent(STAGES, 2, async (stage) => {
    plain.set(stage, await compileTemplate({}, stage));
  });
  optional = await compileTemplate(ALL_OPTIONS, 'dev');
});

test.each(STAGES)('the template of %s keeps all rules', (stage) => {
  expect(templateFaults(templateOf(stage), stage === 'prod')).toEqual([]);
});

test('the template of a stage with all optional parameters keeps them', () => {
  expect(templateFaults(optional, false)).toEqual([]);
});

test('concurrency is reserved, unless a parameter says that the account has none for it', () => {
  const reserved = ({ Resources }: Template): number =>
    Object.values(Resources).reduce(
      (sum, { Properties }) => sum + Number(Properties?.ReservedConcurrentExecutions ?? 0),
      0,
    );
  // The runbook names this number.
  expect(reserved(templateOf('dev'))).toBe(699);
  expect(reserved(optional)).toBe(0);
});

describe('a template that breaks a rule is found', () => {
  const change = (name: string, properties: Record<string, unknown>) => (template: Template) => {
    Object.assign(template.Resources[name]?.Properties ?? {}, properties);
  };
  const rights = (Action: string[], Resource: unknown) =>
    change('GetMeRole', {
      Policies: [{ PolicyName: 'own', PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource }] } }],
    });
  test.each([
    ['GetMeRole may s3:*', rights(['s3:*'], 'arn:aws:s3:::a')],
    ['GetMeRole may s3:GetObject on everything', rights(['s3:GetObject'], '*')],
    ['MediaBucket does not block public access', change('MediaBucket', { PublicAccessBlockConfiguration: {} })],
    ['MediaBucket is not encrypted', change('MediaBucket', { BucketEncryption: undefined })],
    ['MediaBucket answers without TLS', change('MediaBucketPolicy', { PolicyDocument: {} })],
    ['Table cannot be restored', change('Table', { PointInTimeRecoverySpecification: undefined })],
    ['Table has no time to live', change('Table', { TimeToLiveSpecification: undefined })],
    ['Table can be deleted', change('Table', { DeletionProtectionEnabled: false })],
    ['RendersQueue is not encrypted', change('RendersQueue', { SqsManagedSseEnabled: false })],
    ['RendersQueue has no dead-letter queue', change('RendersQueue', { RedrivePolicy: undefined })],
    ['RendersQueue has no alarm', change('RendersQueueAge', { MetricName: 'SentMessageSize' })],
    [
      'RendersQueue hides messages for less than 6 timeouts of PrepareRenderLambdaFunction',
      change('RendersQueue', { VisibilityTimeout: 5399 }),
    ],
    ['GetMeLambdaFunction has no log group whose records go', change('GetMeLambdaFunction', { LoggingConfig: {} })],
    [
      'GetMeLambdaFunction gets DATABASE_PASSWORD in its environment',
      change('GetMeLambdaFunction', { Environment: { Variables: { DATABASE_PASSWORD: '' } } }),
    ],
    ['GetMeLambdaFunction has no log group whose records go', change('ApiLogGroup', { RetentionInDays: undefined })],
    ['The API has no throttle', change('ApiGatewayStage', { MethodSettings: [] })],
    ['SecretsKey is not rotated', change('SecretsKey', { EnableKeyRotation: false })],
    ['A secret is in the template', change('AlarmsTopic', { DisplayName: `AKIA${'A'.repeat(16)}` })],
  ])('%s', (fault, breakRule) => {
    const template = templateOf('prod');
    breakRule(template);
    expect(templateFaults(template, true)).toContain(fault);
  });

  test('a deployment that describes a stage, which AWS refuses at the second deployment', () => {
    const template = templateOf('dev');
    const [name = ''] = Object.keys(template.Resources).filter((one) => one.startsWith('ApiGatewayDeployment'));
    change(name, { StageName: 'dev' })(template);
    expect(templateFaults(template, false)).toEqual([`${name} describes a stage`]);
  });

  test('a stage that is removed with its data where it must stay, and the other way round', () => {
    const kept = ['Table', 'MediaBucket', 'SecretsKey'];
    expect(templateFaults(templateOf('prod'), false)).toEqual(
      kept.map((name) => `${name} has the deletion policy Retain, not Delete`),
    );
    expect(templateFaults(templateOf('dev'), true)).toEqual([
      'Table can be deleted',
      ...kept.map((name) => `${name} has the deletion policy Delete, not Retain`),
    ]);
  });

  test('too many resources', () => {
    const template = templateOf('dev');
    for (let place = 0; place < 450; place++)
      template.Resources[`More${place}`] = { Type: 'AWS::SNS::Topic', Properties: {} };
    expect(templateFaults(template, false)).toEqual([expect.stringMatching(/^The template has \d+ resources$/)]);
  });
});

describe('the optional parameters', () => {
  const types = (template: Template) => new Set(Object.values(template.Resources).map(({ Type }) => Type));
  const OPTIONAL_TYPES = [
    'AWS::ApiGateway::DomainName',
    'AWS::ApiGateway::BasePathMapping',
    'AWS::Route53::RecordSet',
    'AWS::WAFv2::WebACL',
    'AWS::WAFv2::WebACLAssociation',
    'AWS::SNS::Subscription',
    'AWS::Lambda::Alias',
    'AWS::CodeDeploy::DeploymentGroup',
  ];

  test('bring their resources, and nothing of them is there otherwise', () => {
    // A stage for trials: prod has its firewall without being asked.
    const [without, withAll] = [types(templateOf('dev')), types(optional)];
    for (const type of OPTIONAL_TYPES)
      expect([type, without.has(type), withAll.has(type)]).toEqual([type, false, true]);
  });

  test('requests are logged in prod, elsewhere where it is asked for', () => {
    const log = (template: Template) => template.Resources.ApiGatewayStage?.Properties.AccessLogSetting;
    expect(log(templateOf('dev'))).toBeUndefined();
    for (const template of [templateOf('prod'), optional]) {
      expect(log(template)).toMatchObject({ Format: expect.stringContaining('"status":"$context.status"') });
      // Queries and headers have credentials in them.
      expect(JSON.stringify(log(template))).not.toMatch(/querystring|authorization|cookie/i);
      expect(template.Resources.GatewayAccount).toMatchObject({ DeletionPolicy: 'Retain' });
    }
  });

  test('calls move to new code of a render by an alias, and back by an alarm', () => {
    const { Resources } = optional;
    for (const name of CANARY_FUNCTIONS) {
      const id = logicalIdPrefix(name);
      expect(Resources[`${id}Alias`]?.UpdatePolicy).toEqual({
        CodeDeployLambdaAliasUpdate: {
          ApplicationName: { Ref: 'CanaryApplication' },
          DeploymentGroupName: { Ref: `${id}Canary` },
        },
      });
      expect(Resources[`${id}Canary`]?.Properties).toMatchObject({
        AutoRollbackConfiguration: { Enabled: true },
        AlarmConfiguration: { Enabled: true, Alarms: expect.arrayContaining([{ Name: { Ref: 'CanaryErrors' } }]) },
      });
    }
    const routes = [
      ...describedApi(optional).operations.map(({ integration }) => JSON.stringify(integration)),
      ...Object.values(Resources).flatMap(({ Type, Properties }) =>
        Type === 'AWS::Lambda::EventSourceMapping' ? [JSON.stringify(Properties)] : [],
      ),
    ];
    for (const name of CANARY_FUNCTIONS) {
      const reached = routes.filter((text) =>
        text.includes(`"${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction"`),
      );
      expect(reached.length, name).toBeGreaterThan(0);
      for (const text of reached) expect(text).toContain('"live"');
    }
    expect(JSON.stringify(Resources.GatewayRole)).toContain('"live"');
  });

  test('the base address is that of the domain', () => {
    const template = optional;
    expect(template.Outputs.BaseUrl?.Value).toBe('https://api.example.com/v1');
    expect(JSON.stringify(template.Resources.DeliverWebhookLambdaFunction)).toContain(
      '"PUBLIC_BASE_URL":"https://api.example.com/v1"',
    );
    expect(Object.keys(templateOf('dev').Outputs)).toEqual(
      expect.arrayContaining(['BaseUrl', 'TableName', 'BucketName', 'AlarmsTopicArn', 'DashboardUrl']),
    );
  });
});
