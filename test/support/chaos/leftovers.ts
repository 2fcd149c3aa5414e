import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createTableClient } from '#adapters/aws/clients.ts';
import { accountSlotsInPoolCodec } from '#adapters/aws/fair-queue/fair-queue-items.ts';
import { renderSlotsInItem } from '#adapters/aws/renders/render-slots-repository.ts';
import type { TableItem } from '#adapters/aws/table/table.ts';
import { receiverThrottleFromItem } from '#adapters/aws/webhooks/receiver-throttle-items.ts';
import { FILE_LIFETIMES } from '#kernel/shared/lifetimes.ts';

type Environment = Readonly<Record<string, string>>;

const settingsOf = ({ AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Environment) => ({
  endpoint: AWS_ENDPOINT_URL ?? '',
  region: AWS_REGION ?? '',
  credentials: { accessKeyId: AWS_ACCESS_KEY_ID ?? '', secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '' },
});

/** Every item of the table. */
export async function allItems(environment: Environment): Promise<TableItem[]> {
  const client = createTableClient(settingsOf(environment));
  const items: TableItem[] = [];
  try {
    for (let ExclusiveStartKey: TableItem | undefined, more = true; more; more = ExclusiveStartKey !== undefined) {
      const page = await client.send(
        new ScanCommand({ TableName: environment.TABLE_NAME, ConsistentRead: true, ExclusiveStartKey }),
      );
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    }
  } finally {
    client.destroy();
  }
  return items;
}

/** The keys of every file in the bucket. */
export async function allFiles(environment: Environment): Promise<string[]> {
  const client = new S3Client({ ...settingsOf(environment), forcePathStyle: true });
  const files: string[] = [];
  try {
    for (let ContinuationToken: string | undefined, more = true; more; more = ContinuationToken !== undefined) {
      const page = await client.send(new ListObjectsV2Command({ Bucket: environment.BUCKET_NAME, ContinuationToken }));
      files.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      ContinuationToken = page.NextContinuationToken;
    }
  } finally {
    client.destroy();
  }
  return files;
}

/** Messages in dead-letter queues, by queue; empty ones are left out. */
export async function deadLetters(environment: Environment): Promise<Record<string, number>> {
  const sqs = new SQSClient({ ...settingsOf(environment), useQueueUrlAsEndpoint: false });
  const counts: Record<string, number> = {};
  try {
    for (const name of ['renders', 'narration', 'segments', 'assemblies', 'deliveries', 'dispatch']) {
      const QueueUrl = (environment.RENDERS_QUEUE_URL ?? '').replace(/renders$/, `${name}-dlq`);
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      const count = Number(Attributes?.ApproximateNumberOfMessages);
      if (count > 0) counts[name] = count;
    }
  } finally {
    sqs.destroy();
  }
  return counts;
}

/** What speech a timeline uses is noted for as long as it does. */
const isUnfinished = ({ entity, remains }: TableItem): boolean =>
  !(entity === 'tombstone' && typeof remains === 'object' && remains !== null && 'said' in remains);

/** Slots, tickets and marks of unfinished work, each with the name of what has it; none when all work is over. */
export function heldIn(items: readonly TableItem[], now: Date): string[] {
  return items.filter(isUnfinished).flatMap((item): string[] => {
    const name = `${String(item.PK)} ${String(item.SK)}`;
    const held: string[] = [];
    // The sweeper keeps its entry of a line for some minutes after the last ticket.
    if (item.GSI2PK !== undefined && item.entity !== 'pool_line') held.push(`${name} is unfinished`);
    if (item.entity === 'ticket' || item.entity === 'reservation' || item.entity === 'tombstone')
      held.push(`${name} is left`);
    if (item.entity === 'render_slots') {
      const { running, waiting } = renderSlotsInItem(item);
      held.push(...[...running, ...waiting].map((id) => `${id} holds a slot or waits`));
    }
    if (item.entity === 'pool_slots')
      held.push(...Object.keys(accountSlotsInPoolCodec.parse(item).held).map((id) => `${id} holds a slot of ${name}`));
    if (item.entity === 'webhook' || item.entity === 'throttle')
      for (const slot of receiverThrottleFromItem(item).slots)
        if (slot && Date.parse(slot.until) > now.getTime()) held.push(`${slot.delivery_id} holds a slot of ${name}`);
    return held;
  });
}

/** Every text in an item, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Set) return [...value].flatMap(textsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

/** Files of the items that must be there: those of finished renders, speech, images. */
function namedFiles(items: readonly TableItem[]): string[] {
  return items.flatMap(({ entity, result, key, image }) => {
    const of = (value: unknown, names: readonly string[]): string[] =>
      typeof value === 'object' && value !== null
        ? names.flatMap((name) => {
            const file = (value as Record<string, unknown>)[name];
            return typeof file === 'string' ? [file] : [];
          })
        : [];
    if (entity === 'render')
      return of(result, [
        'video_key',
        'poster_key',
        'vtt_key',
        'srt_key',
        'words_key',
        'transcript_key',
        'chapters_key',
        'gif_key',
        'mp3_key',
        'pdf_key',
      ]);
    if (entity === 'speech' || entity === 'audio') return typeof key === 'string' ? [key] : [];
    return entity === 'slide' ? of(image, ['key']) : [];
  });
}

/** How files and records disagree. */
export interface FileFaults {
  /** Files that a record names and that are not there. */
  missing: string[];
  /** Files that no record names, and that no rule of the bucket deletes after some days. */
  unnamed: string[];
  /** How many more files no record names; a rule deletes them. */
  expiring: number;
}

/** Compares the bucket with the table. */
export function fileFaults(items: readonly TableItem[], files: readonly string[]): FileFaults {
  const known = new Set(items.flatMap(textsIn));
  const there = new Set(files);
  const expires = (key: string): boolean =>
    Object.entries(FILE_LIFETIMES).some(([prefix, lifetime]) => key.startsWith(prefix) && 'days' in lifetime);
  // Speech in another format is named after the speech: it is found by that name alone.
  const isNamed = (key: string): boolean => known.has(key) || known.has(key.replace(/\.\w+$/, '.wav'));
  // Pictures of templates and samples of voices belong to no account; their names are worked out.
  const isShared = (key: string): boolean => /^(?:templates|voices)\//.test(key);
  const strangers = files.filter((key) => !isNamed(key) && !isShared(key));
  return {
    missing: namedFiles(items).filter((key) => !there.has(key)),
    unnamed: strangers.filter((key) => !expires(key)),
    expiring: strangers.filter(expires).length,
  };
}
