import { DUE_INDEX_SHARD_COUNT } from '#platform/recovery/public.ts';

/** The primary key of an item: partition key and sort key. */
export interface TableKey {
  PK: string;
  SK: string;
}

/** The type of an item. The filters of the stream in serverless.yml read this attribute. */
export type TableEntityType =
  | 'account'
  | 'api_key'
  | 'identity'
  | 'invitation'
  | 'credential'
  | 'timeline'
  | 'slide'
  | 'render'
  | 'task'
  | 'speech'
  | 'artifact_pack'
  | 'artifact_sketch'
  | 'film'
  | 'webhook'
  | 'outbox'
  | 'delivery'
  | 'throttle'
  | 'usage'
  | 'holdings'
  | 'reservation'
  | 'render_slots'
  | 'batch'
  | 'audio'
  | 'adopted_audio'
  | 'upload'
  | 'decoder_slots'
  | 'image_fetch'
  | 'import'
  | 'import_slots'
  | 'own_template'
  | 'brand'
  | 'font'
  | 'idempotency'
  | 'rate'
  | 'pool_line'
  | 'pool_slots'
  | 'ticket'
  | 'tombstone'
  | 'accounting'
  | 'erased_place'
  | 'table_format'
  | 'sweep_cursor';

/** The shard of an id. Shards spread the due entries of a sweep over partitions of the index. */
function shardOf(id: string): number {
  let sum = 0;
  for (const character of id.slice(-4)) sum = (sum * 31 + character.charCodeAt(0)) % DUE_INDEX_SHARD_COUNT;
  return sum;
}

/** Sort text of a task among its render's tasks: five digits keep the order of the video. */
const indexText = (index: number): string => String(index).padStart(5, '0');

/** The partition keys of items that are found by a hash (hex): each has the hash's first digit. */
const hashed = {
  speech: (acc: string, hash: string) => `ACC#${acc}#SPEECH#${hash.slice(0, 1)}`,
  artifact: (acc: string, hash: string) => `ACC#${acc}#ARTIFACT#${hash.slice(0, 1)}`,
  idempotency: (acc: string, hash: string) => `IDEM#${acc}#${hash.slice(0, 1)}`,
  throttle: (acc: string, hash: string) => `ACC#${acc}#THROTTLE#${hash.slice(0, 1)}`,
} as const;

/**
 * All keys of the one table. Nothing else in the code writes a key by hand. The first sentence above each key says what the item is, the
 * others how it is read: `npm run facts` makes the table of lib/adapters/aws/README.md from them.
 *
 * Items that are found by a hash (`hashed`) are in 16 partitions of their account, by the first digit of the hash: this spreads the
 * load, and a query of each partition finds all items.
 *
 * The account is part of every partition key of its data: an id of another account is not found, even if a handler checks nothing.
 */
export const tableKeys = {
  /** Format of the table. At a start, and by the sweeper. */
  tableFormat: { PK: 'TABLE', SK: 'FORMAT' } satisfies TableKey,
  /** Place at which the last run of a sweeper ended. Its runs. */
  sweepCursor: (duty: string): TableKey => ({ PK: `SWEEP#${duty}`, SK: 'CURSOR' }),
  /** Account. By id; counts its webhooks. */
  account: (acc: string): TableKey => ({ PK: `ACC#${acc}`, SK: 'ACCOUNT' }),
  /** Tombstone: what has to be removed, or the speech that a timeline uses (`speech-<tl>-<rn or sl>-<hash>`). All of a render or slide (strong, one query); the change that lifts it; the sweeper. */
  tombstone: (acc: string, id: string): TableKey => ({ PK: `ACC#${acc}#TOMBSTONES`, SK: id }),
  /**
   * Record that remains of a deleted account. What admits work (strong: it refuses the account), each attempt of a delivery, the sweeper.
   */
  accounting: (acc: string): TableKey => ({ PK: `ACC#${acc}`, SK: 'ACCOUNTING' }),
  /** Partition of a deleted account that was emptied once: of a timeline, a render or a receiver. The sweeper. */
  erasedPlace: (acc: string, kind: string, id: string): TableKey => ({ PK: `ACC#${acc}#ERASED`, SK: `${kind}#${id}` }),
  /** API key, by its hash. Every request. */
  apiKey: (hash: string): TableKey => ({ PK: `KEY#${hash}`, SK: 'KEY' }),
  /** Identity at an identity provider, by the hash of issuer and subject. Every request with a token. */
  identity: (hash: string): TableKey => ({ PK: `IDENTITY#${hash}`, SK: 'IDENTITY' }),
  /** Invitation, by the hash of its token. All (strong), for the operator. */
  invitation: (hash: string): TableKey => ({ PK: 'INVITATIONS', SK: `${sortKeyPrefixes.invitation}${hash}` }),
  /** API key of an account. All credentials of the account, for a change of its plan (≤ 50, strong). */
  keyOfAccount: (acc: string, key: string): TableKey => ({
    PK: `ACC#${acc}`,
    SK: `${sortKeyPrefixes.keyOfAccount}${key}`,
  }),
  /** Identity of an account. All credentials of the account, for a change of its plan (≤ 50, strong). */
  identityOfAccount: (acc: string, hash: string): TableKey => ({ PK: `ACC#${acc}`, SK: `CRED#IDENTITY#${hash}` }),
  /** Webhook, with its throttle. All of an account (≤ 20, strong), or by id. */
  webhook: (acc: string, wh: string): TableKey => ({ PK: `ACC#${acc}`, SK: `WH#${wh}` }),
  /** Upload that was announced. By id. */
  upload: (acc: string, up: string): TableKey => ({ PK: `ACC#${acc}`, SK: `UP#${up}` }),
  /** Import. By id. */
  import: (acc: string, imp: string): TableKey => ({ PK: `ACC#${acc}`, SK: `IMPORT#${imp}` }),
  /** Images that are fetched for slides or a render. By id. */
  imageFetch: (acc: string, fetch: string): TableKey => ({ PK: `ACC#${acc}`, SK: `IMAGES#${fetch}` }),
  /** Custom template. All of an account (≤ 100, strong), or by id. */
  customTemplate: (acc: string, tpl: string): TableKey => ({ PK: `ACC#${acc}`, SK: `TPL#${tpl}` }),
  /** Template that was made of the theme of a deck. By the hash of the theme (strong); an id of a template that was deleted is overwritten. */
  brand: (acc: string, hash: string): TableKey => ({ PK: `ACC#${acc}`, SK: `BRAND#${hash}` }),
  /** Custom font. All of an account (≤ 100, strong), or by id. */
  font: (acc: string, fnt: string): TableKey => ({ PK: `ACC#${acc}`, SK: `FNT#${fnt}` }),
  /** Batch. By id (strong). */
  batch: (acc: string, bat: string): TableKey => ({ PK: `ACC#${acc}`, SK: `BATCH#${bat}` }),
  /** Imports of an account that have not ended. By id; counts imports. */
  importSlots: (acc: string): TableKey => ({ PK: `ACC#${acc}`, SK: 'IMPORT_SLOTS' }),
  /** Usage of an account in a calendar month. By id. */
  usage: (acc: string, month: string): TableKey => ({ PK: `ACC#${acc}`, SK: `USAGE#${month}` }),
  /** Present amounts of an account: timelines, stored bytes. By id. */
  holdings: (acc: string): TableKey => ({ PK: `ACC#${acc}`, SK: 'HOLDINGS' }),
  /** Slots of an account with the decoders. By id. */
  decoderSlots: (acc: string): TableKey => ({ PK: `ACC#${acc}`, SK: 'DECODER_SLOTS' }),
  /** Renders of an account that run or wait. By id. */
  renderSlots: (acc: string): TableKey => ({ PK: `ACC#${acc}`, SK: 'RENDER_SLOTS' }),
  /** Narration that was asked for a slide. With its timeline. */
  audio: (acc: string, tl: string, sl: string): TableKey => ({
    PK: `ACC#${acc}#TL#${tl}`,
    SK: `${sortKeyPrefixes.audio}${sl}`,
  }),
  /** Narration that renders left to the slides of a timeline, in one item. With its timeline. */
  adoptedAudio: (acc: string, tl: string): TableKey => ({ PK: `ACC#${acc}#TL#${tl}`, SK: 'ADOPTED' }),
  /** Timeline. With its slides and narration, in one query (strong). */
  timeline: (acc: string, tl: string): TableKey => ({ PK: `ACC#${acc}#TL#${tl}`, SK: 'TIMELINE' }),
  /** Slide. With its timeline. */
  slide: (acc: string, tl: string, sl: string, rev: string): TableKey => ({
    PK: `ACC#${acc}#TL#${tl}`,
    SK: `SLIDE#${sl}#${rev}`,
  }),
  /** Render. By id (strong). */
  render: (acc: string, rn: string): TableKey => ({ PK: `ACC#${acc}#RN#${rn}`, SK: 'RENDER' }),
  /** Task of a render. All of a render (strong, one query). */
  task: (acc: string, rn: string, epoch: number, kind: string, index: number): TableKey => ({
    PK: `ACC#${acc}#RN#${rn}`,
    SK: `${sortKeyPrefixes.tasks(epoch)}${kind}#${indexText(index)}`,
  }),
  /** Amounts of its account's month that are reserved for a render that has not ended. With the end of the render, which removes it. */
  reservation: (acc: string, rn: string): TableKey => ({ PK: `ACC#${acc}#RN#${rn}`, SK: 'RESERVATION' }),
  /** Event, written in the transaction of the change that it reports. The stream of the table, the sweeper. */
  outbox: (acc: string, rn: string, evt: string): TableKey => ({ PK: `ACC#${acc}#RN#${rn}`, SK: `OUTBOX#${evt}` }),
  /** Speech, by its content. By hash. */
  speech: (acc: string, hash: string): TableKey => ({ PK: hashed.speech(acc, hash), SK: `SPEECH#${hash}` }),
  /**
   * Record of the places of the cached artifacts in one file. All of a timeline, newest first (strong, one query).
   * @param hash of the timeline's id
   * @param file distinguishes files of the same moment
   */
  artifactPack: (acc: string, hash: string, tl: string, at: string, file: string): TableKey => ({
    PK: hashed.artifact(acc, hash),
    SK: `${sortKeyPrefixes.artifactPacks(tl)}${at}#${file}`,
  }),
  /** Timeline that has such artifacts, by a few of their names. By name. */
  artifactSketch: (acc: string, name: string): TableKey => ({ PK: hashed.artifact(acc, name), SK: `SKETCH#${name}` }),
  /** Finished video, by its content. By name. */
  film: (acc: string, name: string): TableKey => ({ PK: hashed.artifact(acc, name), SK: `FILM#${name}` }),
  /** Use of an idempotency key. Every request with one: one write a claim. */
  idempotency: (acc: string, hash: string): TableKey => ({ PK: hashed.idempotency(acc, hash), SK: `IDEM#${hash}` }),
  /** Requests of an account in one minute. Every request; away from its data, so that counting heats no other partition. */
  rate: (acc: string, window: number): TableKey => ({ PK: `RATE#${acc}`, SK: `RATE#${window}` }),
  /** Delivery. All of a receiver, newest first; by id. */
  delivery: (acc: string, receiver: string, dl: string): TableKey => ({
    PK: `ACC#${acc}#RECEIVER#${receiver}`,
    SK: `DL#${dl}`,
  }),
  /** Mark that an account has work with a pool. The sweeper; a separate item, so that slots do not write to the index. */
  poolLine: (acc: string, pool: string): TableKey => ({ PK: `ACC#${acc}#POOL#${pool}`, SK: 'LINE' }),
  /** Slots of an account with a pool. Each message of the pool (strong), with the oldest tickets. */
  poolSlots: (acc: string, pool: string): TableKey => ({ PK: `ACC#${acc}#POOL#${pool}`, SK: 'SLOTS' }),
  /** Place in the queue for a pool, held or waiting. The oldest first (strong). */
  ticket: (acc: string, pool: string, id: string): TableKey => ({ PK: `ACC#${acc}#POOL#${pool}`, SK: `TICKET#${id}` }),
  /** Throttle of an address without a webhook. Each attempt; a webhook's own item has the same attributes. */
  receiverThrottle: (acc: string, id: string): TableKey => ({ PK: hashed.throttle(acc, id), SK: `THROTTLE#${id}` }),
} as const;

/** The hash in the key of an API key. */
export const apiKeyHashOfTableKey = ({ PK }: TableKey): string => PK.slice(tableKeys.apiKey('').PK.length);

/** Sort-key prefixes for queries within one partition. */
export const sortKeyPrefixes = {
  credential: 'CRED#',
  /** The API keys among the credentials. */
  keyOfAccount: 'CRED#KEY#',
  invitation: 'INVITATION#',
  webhook: 'WH#',
  customTemplate: 'TPL#',
  font: 'FNT#',
  usage: 'USAGE#',
  /** The narration of the slides of a timeline. */
  audio: 'AUDIO#',
  /** The tasks of one epoch of a render. */
  tasks: (epoch: number) => `TASK#${indexText(epoch)}#`,
  delivery: 'DL#',
  /** The packs of artifacts of a timeline, by time. */
  artifactPacks: (tl: string) => `PACK#${tl}#`,
} as const;

/** First index of the table (GSI1), which lists the items of an account: its name, and the partition key of each list. */
export const accountListIndex = {
  name: 'GSI1',
  /** Timelines of an account, newest first. Id. */
  timelinesOf: (acc: string) => `ACC#${acc}#TIMELINES`,
  /** Renders of an account, newest first. Id. */
  rendersOf: (acc: string) => `ACC#${acc}#RENDERS`,
  /** Batches of an account, newest first. Id. */
  batchesOf: (acc: string) => `ACC#${acc}#BATCHES`,
  /** Deliveries of a receiver that are pending or failed, newest first. Id. */
  deliveriesOf: (acc: string, receiver: string, status: 'pending' | 'failed') =>
    `ACC#${acc}#RECEIVER#${receiver}#${status}`,
  attributes: (pk: string, sk: string) => ({ GSI1PK: pk, GSI1SK: sk }),
} as const;

/** The partitions of the second index for one kind of unfinished items, and the attributes that list an item there. */
export interface DueIndexOfKind {
  partition(shard: number): string;
  /**
   * The index attributes of an unfinished item.
   * @param id ends in at least four characters that are spread evenly
   * @param at when it is due, as a timestamp
   */
  attributes(id: string, at: string): { GSI2PK: string; GSI2SK: string };
}

const dueIndex = (kind: string): DueIndexOfKind => ({
  partition: (shard) => `${kind}#${shard}`,
  attributes: (id, at) => ({ GSI2PK: `${kind}#${shardOf(id)}`, GSI2SK: `${at}#${id}` }),
});

/**
 * Second index of the table (GSI2), which lists unfinished items by the time at which a sweeper checks them next. It is sparse: the
 * attributes are removed when nothing is left to do.
 */
export const dueItemsIndex = {
  name: 'GSI2',
  /** Renders that have not ended. Time of the next check, id. */
  renders: dueIndex('LIVE'),
  /** Narration that has not ended. Time of the next check, timeline, slide. */
  audio: dueIndex('AUDIO'),
  /** Deliveries that are pending. Time of the next sweep, id. */
  deliveries: dueIndex('DELIVERY'),
  /** Events that were not dispatched. Time of the next sweep, id. */
  outbox: dueIndex('OUTBOX'),
  /** Accounts with work for a pool. Time of the next sweep, account, pool. */
  lines: dueIndex('POOL'),
  /** Imports that have not ended. Time of the next check, id. */
  imports: dueIndex('IMPORT'),
  /** Image fetches that are not done. Time of the next check, id. */
  imageFetches: dueIndex('IMAGES'),
  /** Batches that are not over. Time of the next check, id. */
  batches: dueIndex('BATCH'),
  /** Tombstones that are due. Time, id. */
  tombstones: dueIndex('TOMBSTONE'),
  /** Erasures of accounts that have not ended. Time, account. */
  erasures: dueIndex('ERASURE'),
} as const;
