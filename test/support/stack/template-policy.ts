import { z } from 'zod';
import type { Template } from './compile-template.ts';

/** Actions that cannot be narrowed to a resource. None of them reads or changes data of clients. */
const NOT_NARROWED = [
  'dynamodb:ListStreams',
  'polly:SynthesizeSpeech',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
];
/** A queue hides a message for this many timeouts of the function that reads it, or longer, as AWS recommends. */
const TIMEOUTS = 6;
const MOST_RESOURCES = 450;
/** Values with which a reader of the template could act. An id of a key does not count. */
const SECRET_TEXT = /\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY|\bwhsec_[A-Za-z0-9+/]{16}/;
const SECRET_NAME = /PASSWORD|TOKEN|PRIVATE|API_KEY|SECRET(?!S_KMS_KEY_ID$)/;

type Entry = readonly [name: string, properties: Readonly<Record<string, unknown>>];

const ofType = ({ Resources }: Template, type: string): Entry[] =>
  Object.entries(Resources).flatMap(([name, { Type, Properties }]) => (Type === type ? [[name, Properties]] : []));

/** The resource that a `Ref` or an `Fn::GetAtt` somewhere in a value names first. */
const namedIn = (value: unknown): string | undefined =>
  /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(value) ?? '')?.[1];

const statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
});
const policies = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })).default([]),
});

/** Rights on everything, or to do anything. */
function wideRights(template: Template): string[] {
  return ofType(template, 'AWS::IAM::Role').flatMap(([name, properties]) =>
    policies.parse(properties).Policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Effect, Action, Resource }) => {
        const actions = [Action].flat();
        const faults = actions.filter((action) => action.includes('*')).map((action) => `${name} may ${action}`);
        if (Effect === 'Allow' && [Resource].flat().includes('*'))
          for (const action of actions)
            if (!NOT_NARROWED.includes(action)) faults.push(`${name} may ${action} on everything`);
        return faults;
      }),
    ),
  );
}

const isBlocked = z.object({
  BlockPublicAcls: z.literal(true),
  BlockPublicPolicy: z.literal(true),
  IgnorePublicAcls: z.literal(true),
  RestrictPublicBuckets: z.literal(true),
});

function openBuckets(template: Template): string[] {
  const tlsOnly = ofType(template, 'AWS::S3::BucketPolicy').flatMap(([, properties]) => {
    const text = JSON.stringify(properties);
    return text.includes('"Deny"') && text.includes('aws:SecureTransport') ? [namedIn(properties.Bucket)] : [];
  });
  return ofType(template, 'AWS::S3::Bucket').flatMap(([name, properties]) => {
    const faults: string[] = [];
    if (!isBlocked.safeParse(properties.PublicAccessBlockConfiguration).success)
      faults.push(`${name} does not block public access`);
    if (properties.BucketEncryption === undefined) faults.push(`${name} is not encrypted`);
    if (!tlsOnly.includes(name)) faults.push(`${name} answers without TLS`);
    return faults;
  });
}

const switchedOn = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && (value as Record<string, unknown>)[name] === true;

function unsafeTables(template: Template, isProduction: boolean): string[] {
  return ofType(template, 'AWS::DynamoDB::Table').flatMap(([name, properties]) => {
    const faults: string[] = [];
    if (!switchedOn(properties.PointInTimeRecoverySpecification, 'PointInTimeRecoveryEnabled'))
      faults.push(`${name} cannot be restored`);
    if (!switchedOn(properties.TimeToLiveSpecification, 'Enabled')) faults.push(`${name} has no time to live`);
    // DynamoDB encrypts every table with its own key, unless it is set to use another one.
    if (isProduction && properties.DeletionProtectionEnabled !== true) faults.push(`${name} can be deleted`);
    return faults;
  });
}

const HOLDS_DATA = /^AWS::(DynamoDB::Table|S3::Bucket|KMS::Key)$/;

function removedData({ Resources }: Template, isProduction: boolean): string[] {
  return Object.entries(Resources).flatMap(([name, { Type, DeletionPolicy }]) => {
    if (!HOLDS_DATA.test(Type) || name === 'ServerlessDeploymentBucket') return [];
    const wanted = isProduction ? 'Retain' : 'Delete';
    return DeletionPolicy === wanted ? [] : [`${name} has the deletion policy ${DeletionPolicy}, not ${wanted}`];
  });
}

function faultyQueues(template: Template): string[] {
  const queues = ofType(template, 'AWS::SQS::Queue');
  const alarms = ofType(template, 'AWS::CloudWatch::Alarm');
  const mappings = ofType(template, 'AWS::Lambda::EventSourceMapping');
  const given = new Set(
    [
      ...queues.map(([, { RedrivePolicy }]) => RedrivePolicy),
      ...mappings.map(([, { DestinationConfig }]) => DestinationConfig),
    ].map(namedIn),
  );
  return queues.flatMap(([name, properties]) => {
    const faults: string[] = [];
    if (properties.SqsManagedSseEnabled !== true && properties.KmsMasterKeyId === undefined)
      faults.push(`${name} is not encrypted`);
    if (properties.RedrivePolicy === undefined && !given.has(name)) faults.push(`${name} has no dead-letter queue`);
    const metric = given.has(name) ? 'ApproximateNumberOfMessagesVisible' : 'ApproximateAgeOfOldestMessage';
    if (!alarms.some(([, alarm]) => alarm.MetricName === metric && namedIn(alarm.Dimensions) === name))
      faults.push(`${name} has no alarm`);
    for (const [, mapping] of mappings) {
      if (namedIn(mapping.EventSourceArn) !== name) continue;
      const reader = namedIn(mapping.FunctionName) ?? '';
      const timeout = Number(template.Resources[reader]?.Properties.Timeout);
      if (!(Number(properties.VisibilityTimeout) >= TIMEOUTS * timeout))
        faults.push(`${name} hides messages for less than ${TIMEOUTS} timeouts of ${reader}`);
    }
    return faults;
  });
}

const variables = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });

function faultyFunctions(template: Template): string[] {
  const groups = new Map(ofType(template, 'AWS::Logs::LogGroup').map(([name, group]) => [name, group.RetentionInDays]));
  return ofType(template, 'AWS::Lambda::Function').flatMap(([name, properties]) => {
    const faults: string[] = [];
    if (!(Number(groups.get(namedIn(properties.LoggingConfig) ?? '')) > 0))
      faults.push(`${name} has no log group whose records go`);
    for (const variable of Object.keys(variables.parse(properties).Environment.Variables))
      if (SECRET_NAME.test(variable)) faults.push(`${name} gets ${variable} in its environment`);
    return faults;
  });
}

function faultyApi(template: Template): string[] {
  const faults: string[] = [];
  // CloudFormation makes a stage by a deployment once, and refuses the second one.
  for (const [name, properties] of ofType(template, 'AWS::ApiGateway::Deployment'))
    if ('StageName' in properties || 'StageDescription' in properties) faults.push(`${name} describes a stage`);
  const [[, stage] = []] = ofType(template, 'AWS::ApiGateway::Stage');
  if (!JSON.stringify(stage?.MethodSettings ?? '').includes('"ResourcePath":"/*","ThrottlingRateLimit":'))
    faults.push('The API has no throttle');
  for (const [name, properties] of ofType(template, 'AWS::ApiGateway::DomainName'))
    if (properties.SecurityPolicy !== 'TLS_1_2') faults.push(`${name} answers by an old TLS`);
  return faults;
}

/**
 * What breaks the rules that every deployed stage keeps, a text for each fault.
 * @param isProduction whether the stage keeps its data when it is removed
 */
export function templateFaults(template: Template, isProduction: boolean): string[] {
  const count = Object.keys(template.Resources).length;
  return [
    ...wideRights(template),
    ...openBuckets(template),
    ...unsafeTables(template, isProduction),
    ...removedData(template, isProduction),
    ...faultyQueues(template),
    ...faultyFunctions(template),
    ...faultyApi(template),
    ...ofType(template, 'AWS::KMS::Key').flatMap(([name, { EnableKeyRotation }]) =>
      EnableKeyRotation === true ? [] : [`${name} is not rotated`],
    ),
    ...(SECRET_TEXT.test(JSON.stringify(template)) ? ['A secret is in the template'] : []),
    ...(count < MOST_RESOURCES ? [] : [`The template has ${count} resources`]),
  ];
}
