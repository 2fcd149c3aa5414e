import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { ensureBucket } from './buckets.ts';
import { ensureTable } from './ensure-table.ts';
import { ensureQueues } from './queues.ts';
import {
  type CloudFormationAttributes,
  type CloudFormationResolver,
  createCloudFormationResolver,
  type PseudoParameters,
} from './resolve.ts';
import { bucketResourceSchema, queueResourceSchema, tableResourceSchema } from './template.ts';

/** Options of `provisionResources`. */
export interface ProvisionOptions {
  /** `resources.Resources` of serverless.yml, with unresolved functions of CloudFormation. */
  resources: Readonly<Record<string, unknown>>;
  dynamodb: DynamoDBClient;
  sqs: SQSClient;
  s3: S3Client;
  pseudo: PseudoParameters;
  /** Base of queue URLs, because the host name in an emulator's URLs need not resolve. */
  endpoint: string;
  log: StackLog;
}

/** The result of `provisionResources`. */
export interface ProvisionedResources {
  resolver: CloudFormationResolver;
  /** Physical names of the resources, by logical id. */
  names: Record<string, string>;
}

const SCHEMA_BY_TYPE = {
  'AWS::DynamoDB::Table': tableResourceSchema,
  'AWS::SQS::Queue': queueResourceSchema,
  'AWS::S3::Bucket': bucketResourceSchema,
};

const typeOf = (resource: unknown): string =>
  resource !== null && typeof resource === 'object' && 'Type' in resource ? String(resource.Type) : '';

/**
 * Makes the tables, queues and buckets of a serverless.yml, or updates existing ones. A second call changes
 * nothing. Other types of resources have no local counterpart: a reference to one stays unresolved.
 */
export async function provisionResources(options: ProvisionOptions): Promise<ProvisionedResources> {
  const { resources, pseudo, endpoint } = options;
  const attributes = new Map<string, CloudFormationAttributes>();
  const resolver = createCloudFormationResolver(pseudo, (logicalId) => attributes.get(logicalId));

  const resourcesOfType = (type: keyof typeof SCHEMA_BY_TYPE) =>
    Object.entries(resources).filter(([, resource]) => typeOf(resource) === type);
  const resolveName = (logicalId: string, property: string): string => {
    const { Properties } = resources[logicalId] as { Properties?: Record<string, unknown> };
    const value = resolver.resolve(Properties?.[property]);
    if (typeof value !== 'string') throw new Error(`The resource ${logicalId} of serverless.yml needs a ${property}`);
    return value;
  };

  // Names and ARNs come first, so that resources may refer to one another in any order. All except the ARN of a stream follow
  // from the template.
  const { accountId, region } = pseudo;
  for (const [logicalId] of resourcesOfType('AWS::SQS::Queue')) {
    const queueName = resolveName(logicalId, 'QueueName');
    const url = `${endpoint}/${accountId}/${queueName}`;
    const arn = `arn:aws:sqs:${region}:${accountId}:${queueName}`;
    attributes.set(logicalId, { '': url, QueueUrl: url, QueueName: queueName, Arn: arn });
  }
  for (const [logicalId] of resourcesOfType('AWS::S3::Bucket')) {
    const bucketName = resolveName(logicalId, 'BucketName');
    attributes.set(logicalId, { '': bucketName, Arn: `arn:aws:s3:::${bucketName}` });
  }
  for (const [logicalId] of resourcesOfType('AWS::DynamoDB::Table')) {
    const tableName = resolveName(logicalId, 'TableName');
    attributes.set(logicalId, { '': tableName, Arn: `arn:aws:dynamodb:${region}:${accountId}:table/${tableName}` });
  }

  const tables = resourcesOfType('AWS::DynamoDB::Table').map(async ([logicalId, resource]) => {
    const { Properties: table } = tableResourceSchema.parse(resolver.resolve(resource));
    const { arn, streamArn } = await ensureTable(options.dynamodb, table);
    const attributesWithoutStream: CloudFormationAttributes = { '': table.TableName, Arn: arn };
    attributes.set(
      logicalId,
      streamArn === undefined ? attributesWithoutStream : { ...attributesWithoutStream, StreamArn: streamArn },
    );
  });
  const queues = resourcesOfType('AWS::SQS::Queue').map(
    ([, resource]) => queueResourceSchema.parse(resolver.resolve(resource)).Properties,
  );
  const buckets = resourcesOfType('AWS::S3::Bucket').map(([, resource]) =>
    ensureBucket(options.s3, bucketResourceSchema.parse(resolver.resolve(resource)).Properties, options.log),
  );
  await Promise.all([...tables, ensureQueues(options.sqs, queues), ...buckets]);

  const physicalNames = [...attributes].map(([logicalId, values]) => [logicalId, values.QueueName ?? values[''] ?? '']);
  return { resolver, names: Object.fromEntries(physicalNames) };
}
