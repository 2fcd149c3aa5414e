import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** `action on resource`, for everything that a function may do, except writing its own log. */
function allowedTo(name: string): string[] {
  const role = roleSchema.parse(service.resources.Resources[service.functions[name]?.role ?? '']);
  const statements = role.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(statements.every(({ Effect }) => Effect === 'Allow')).toBe(true);
  return statements
    .flatMap(({ Action, Resource }) => Action.flatMap((action) => Resource.map((on) => `${action} on ${on}`)))
    .filter((line) => !line.startsWith('logs:'))
    .sort();
}

const items = (...actions: string[]) => actions.map((action) => `dynamodb:${action} on Table.Arn`);

const KEY_FILE = 'localstack/serverless/secrets-key.cjs';
const SECRETS = `kms:Decrypt on \${file(${KEY_FILE}):resource}`;

describe('the role of', () => {
  it.each(['deliverWebhook', 'deliverSlowWebhook'])(
    '%s, which talks to strangers, has items that are there, secrets and the queues of deliveries',
    (name) => {
      expect(allowedTo(name)).toEqual(
        [
          ...items('BatchGetItem', 'GetItem', 'UpdateItem'),
          SECRETS,
          ...[
            'ChangeMessageVisibility',
            'DeleteMessage',
            'GetQueueAttributes',
            'ReceiveMessage',
            'SendMessage',
          ].flatMap((action) => [`sqs:${action} on DeliveriesQueue.Arn`, `sqs:${action} on SlowDeliveriesQueue.Arn`]),
        ].sort(),
      );
    },
  );

  it('the test of a webhook, which talks to a stranger too, has items and secrets, no files and no queues', () => {
    expect(allowedTo('testWebhook')).toEqual(
      [...items('BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'), SECRETS].sort(),
    );
  });

  it('the dispatcher has the stream, items, the queue of deliveries and what it presigns, and no secrets', () => {
    expect(allowedTo('dispatchWebhooks')).toEqual(
      [
        ...items('BatchGetItem', 'PutItem', 'Query', 'UpdateItem'),
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
          (action) => `dynamodb:${action} on Table.StreamArn`,
        ),
        'dynamodb:ListStreams on *',
        'sqs:SendMessage on DeliveriesQueue.Arn',
        'sqs:SendMessage on SlowDeliveriesQueue.Arn',
        'sqs:SendMessage on DispatchDlq.Arn',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
        's3:GetObject on ${MediaBucket.Arn}/*',
      ].sort(),
    );
  });
});

describe('the key of secrets that functions may use', () => {
  const { resourceOf }: { resourceOf(given: string): string } = createRequire(import.meta.url)(
    join(import.meta.dirname, '../../..', KEY_FILE),
  );
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
  const own = 'arn:${AWS::Partition}:kms:${AWS::Region}:${AWS::AccountId}:key/';
  const arn = 'arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-12ab';

  it.each([
    ['1234abcd-12ab-34cd-56ef-1234567890ab', `${own}1234abcd-12ab-34cd-56ef-1234567890ab`],
    [arn, arn],
    ['', `${own}none`],
  ])('is the one that was given: %j', (given, resource) => {
    expect(resourceOf(given)).toBe(resource);
  });

  it.each(['*', 'alias/mine', `${arn}*`, 'arn:aws:kms:us-east-1:123456789012:key/*'])('is not several: %s', (given) => {
    expect(() => resourceOf(given)).toThrow('SECRETS_KMS_KEY_ID');
  });

  it('is named wherever a role uses KMS', () => {
    const lines = text.split('\n');
    const uses = lines.flatMap((line, i) =>
      /kms:\w+/.test(line) && line.includes('Action') ? [lines.slice(i, i + 3)] : [],
    );
    expect(uses).toHaveLength(2);
    for (const use of uses) expect(use.join('\n')).toContain(`\${file(${KEY_FILE}):resource}`);
  });
});
