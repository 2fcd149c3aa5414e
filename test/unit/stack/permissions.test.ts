import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const many = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const policySchema = z.object({ Statement: z.array(z.object({ Effect: z.string(), Action: many, Resource: many })) });
const roleSchema = z.object({
  Type: z.literal('AWS::IAM::Role'),
  Properties: z.object({ Policies: z.array(z.object({ PolicyDocument: policySchema })) }),
});
const schema = z.object({
  functions: z.record(z.string(), z.object({ role: z.string().optional() })),
  resources: z.object({ Resources: z.record(z.string(), z.unknown()) }),
});

// CloudFormation's functions stand for the text of their argument: `!GetAtt Table.Arn` is `Table.Arn`.
const tags = ['!Ref', '!GetAtt', '!Sub'].map((tag) => ({ tag, resolve: (text: string) => text }));
const text = readFileSync(join(import.meta.dirname, '../../../serverless.yml'), 'utf8');
const service = schema.parse(parse(text, { customTags: tags, merge: true }));

/** `action on resource`, for everything that a function may do, but for its own log. */
function allowedTo(name: string): string[] {
  const role = roleSchema.parse(service.resources.Resources[service.functions[name]?.role ?? '']);
  const statements = role.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(statements.every(({ Effect }) => Effect === 'Allow')).toBe(true);
  return statements
    .flatMap(({ Action, Resource }) => Action.flatMap((action) => Resource.map((on) => `${action} on ${on}`)))
    .filter((line) => !line.startsWith('logs:'))
    .sort();
}

const ITEMS = ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
  (action) => `dynamodb:${action} on Table.Arn`,
);

describe('the role of', () => {
  it('the deliverer, which talks to strangers, has items, secrets and its own queue', () => {
    expect(allowedTo('deliverWebhook')).toEqual(
      [
        ...ITEMS,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
        'kms:Decrypt on arn:${AWS::Partition}:kms:${AWS::Region}:${AWS::AccountId}:key/*',
        ...['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage', 'SendMessage'].map(
          (action) => `sqs:${action} on DeliveriesQueue.Arn`,
        ),
      ].sort(),
    );
  });

  it('the dispatcher has the stream, items, the queue of deliveries and what it presigns, and no secrets', () => {
    expect(allowedTo('dispatchWebhooks')).toEqual(
      [
        ...ITEMS,
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
          (action) => `dynamodb:${action} on Table.StreamArn`,
        ),
        'dynamodb:ListStreams on *',
        'sqs:SendMessage on DeliveriesQueue.Arn',
        'sqs:SendMessage on DispatchDlq.Arn',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
        's3:GetObject on ${MediaBucket.Arn}/*',
      ].sort(),
    );
  });
});
