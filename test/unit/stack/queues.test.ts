import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const PROJECT = join(import.meta.dirname, '../../..');
const sqsEvent = z.object({ sqs: z.looseObject({ arn: z.string(), maximumBatchingWindow: z.number().default(0) }) });
const queue = z.object({
  Type: z.literal('AWS::SQS::Queue'),
  Properties: z.object({
    VisibilityTimeout: z.number().optional(),
    MessageRetentionPeriod: z.number().optional(),
    RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
  }),
});
const schema = z.object({
  provider: z.looseObject({ timeout: z.number() }),
  functions: z.record(
    z.string(),
    z.looseObject({ timeout: z.number().optional(), events: z.array(z.looseObject({})).default([]) }),
  ),
  resources: z.object({
    extensions: z.record(z.string(), z.object({ Properties: z.record(z.string(), z.unknown()) })),
    Resources: z.record(z.string(), z.unknown()),
  }),
});

// CloudFormation's functions stand for the text of their argument: `!GetAtt Table.Arn` is `Table.Arn`.
const tags = ['!Ref', '!GetAtt', '!Sub'].map((tag) => ({ tag, resolve: (text: string) => text }));
const service = schema.parse(
  parse(readFileSync(join(PROJECT, 'serverless.yml'), 'utf8'), { customTags: tags, merge: true }),
);

/** The functions that read queues, with the logical id of the queue. */
const readers = Object.entries(service.functions).flatMap(([name, { timeout = service.provider.timeout, events }]) =>
  events.flatMap((event) => {
    const parsed = sqsEvent.safeParse(event);
    if (!parsed.success) return [];
    const { arn, maximumBatchingWindow } = parsed.data.sqs;
    return [{ name, timeout, window: maximumBatchingWindow, queue: arn.replace(/\.Arn$/, '') }];
  }),
);
const queues = Object.entries(service.resources.Resources).flatMap(([name, resource]) => {
  const parsed = queue.safeParse(resource);
  return parsed.success ? [{ name, ...parsed.data.Properties }] : [];
});
const queueOf = (wanted: string) => {
  const found = queues.find(({ name }) => name === wanted);
  if (!found) throw new Error(`serverless.yml has no queue ${wanted}`);
  return found;
};
const logicalId = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`;

describe('a queue that a function reads', () => {
  it.each(readers)('$queue hides a message for six times the timeout of $name', ({ queue: name, timeout, window }) => {
    const { VisibilityTimeout = 30 } = queueOf(name);
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeout + window);
    // The longest that SQS has.
    expect(VisibilityTimeout).toBeLessThanOrEqual(43_200);
  });

  it.each(readers)('$queue has a dead-letter queue that keeps messages for 14 days', ({ queue: name }) => {
    const { RedrivePolicy } = queueOf(name);
    expect(RedrivePolicy?.maxReceiveCount).toBe(3);
    const target = queueOf(RedrivePolicy?.deadLetterTargetArn.replace(/\.Arn$/, '') ?? '');
    expect(target.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('is every one that is not a dead-letter queue', () => {
    const read = new Set(readers.map(({ queue: name }) => name));
    expect(queues.map(({ name }) => name).filter((name) => !read.has(name) && !name.endsWith('Dlq'))).toEqual([]);
    expect(readers.length).toBeGreaterThanOrEqual(6);
  });
});

describe('the recursion detection of Lambda', () => {
  const allowed = Object.entries(service.resources.extensions).flatMap(([name, { Properties }]) =>
    'RecursiveLoop' in Properties ? [[name, Properties.RecursiveLoop]] : [],
  );

  it('is off for the functions that messages can lead back to, and for no other', () => {
    expect(allowed.toSorted()).toEqual(readers.map(({ name }) => [logicalId(name), 'Allow']).toSorted());
  });

  it('is off for a reason that the decision record has', () => {
    const record = readFileSync(join(PROJECT, 'lib/decisions/0020-chains-of-messages.md'), 'utf8');
    expect(readers.map(({ name }) => name).filter((name) => !record.includes(name))).toEqual([]);
  });
});
