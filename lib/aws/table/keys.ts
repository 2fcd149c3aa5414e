import { DUE_SHARDS } from '../../recovery/duty.ts';

/**
 * All keys of the one table, with their access patterns. Nothing else in the code writes a key by hand.
 *
 * Access patterns
 *  1. An API key by its hash (every request)                    PK KEY#<sha256>                SK KEY
 *  2. The credentials of an account, all (≤ 50, strong, for a   PK ACC#<acc>                   SK CRED#KEY#<key> · CRED#IDENTITY#<sha256>
 *     change of plan and the operator); each names the hash
 *     under which its item is found
 *  3. An account                                                PK ACC#<acc>                   SK ACCOUNT
 *  4. The webhooks of an account, all (≤ 20, strong), or one     PK ACC#<acc>                   SK WH#<wh>
 *  5. A timeline with its slides in one query (strong)          PK ACC#<acc>#TL#<tl>           SK TIMELINE · SLIDE#<sl>#<rev>
 *  6. The timelines of an account, newest first                 GSI1 ACC#<acc>#TIMELINES       timeline id (sorts by time)
 *  7. A render (strong)                                         PK ACC#<acc>#RN#<rn>           SK RENDER
 *  8. The tasks of a render (strong, one query)                 PK ACC#<acc>#RN#<rn>           SK TASK#<epoch>#<kind>#<index>
 *  9. The renders of an account, newest first                   GSI1 ACC#<acc>#RENDERS         render id (sorts by time)
 * 10. Renders that have not ended (sweeper)                     GSI2 LIVE#<shard>              time of the next look, render id; sparse
 * 11. Speech by its content; in 16 partitions                   PK ACC#<acc>#SPEECH#<0–f>     SK SPEECH#<hash>
 *     (what timelines use of it: tombstones of 34)
 * 12. Outbox of a render: event and state change in one         PK ACC#<acc>#RN#<rn>           SK OUTBOX#<evt>
 *     transaction; the table's stream hands it on. It
 *     keeps the body that all receivers of the event get
 * 13. Deliveries of a receiver, newest first                    PK ACC#<acc>#RECEIVER#<wh|rn>  SK DL#<dl>
 * 14. Uploads that were begun                                   PK ACC#<acc>                   SK UP#<up>
 * 15. What an idempotency key was used for, one write a claim   PK IDEM#<acc>#<0–f>            SK IDEM#<sha256>
 * 16. Requests of an account in one minute: away from all of    PK RATE#<acc>                  SK RATE#<minute>
 *     its data, so that counting heats no partition but its own
 * 17. The identity of a token of an identity provider, by the    PK IDENTITY#<sha256>           SK IDENTITY
 *     hash of issuer and subject (every request with a token)
 * 18. What an account used in a calendar month                 PK ACC#<acc>                   SK USAGE#<yyyy-mm>
 * 19. Which renders of an account run, and which wait          PK ACC#<acc>                   SK RENDER_SLOTS
 * 20. The narration that was asked for a slide; with 5          PK ACC#<acc>#TL#<tl>           SK AUDIO#<sl>
 * 21. Narration that has not ended (sweeper)                    GSI2 AUDIO#<shard>             time of the next look, timeline and slide; sparse
 * 22. Where cached artifacts lie: all of a timeline's, the        PK ACC#<acc>#ARTIFACT#<0–f>   SK PACK#<tl>#<time>#<hash>
 *     newest first (strong, one query); those of another one     SK SKETCH#<sha256>
 *     by a few of their names, which say the timeline
 *     (a finished film by its content, of which there is one:     SK FILM#<sha256>)
 * 23. Deliveries of a receiver that are pending, or that        GSI1 ACC#<acc>#RECEIVER#<wh|rn>#<status>  delivery id; sparse
 *     failed, newest first
 * 24. Events that were not dispatched (sweeper)                 GSI2 OUTBOX#<shard>            time of the next sweep, event id; sparse
 * 25. Deliveries that are pending (sweeper)                     GSI2 DELIVERY#<shard>          time of the next sweep, delivery id; sparse
 * 26. The throttle of an address without a webhook; a           PK ACC#<acc>#THROTTLE#<0–f>   SK THROTTLE#<sha256>
 *     webhook's own item (4) has the same attributes
 * 27. The format of the table (start, sweeper)                  PK TABLE                        SK FORMAT
 * 28. The slots of an account with a pool of workers, alone or   PK ACC#<acc>#POOL#<pool>        SK SLOTS
 *     with the oldest tickets of 29 (strong, one query)
 * 29. The tickets that hold such a slot or wait for one, the     PK ACC#<acc>#POOL#<pool>        SK TICKET#<id>
 *     oldest first (strong)
 * 30. The lines of accounts with work in them (sweeper): an      PK ACC#<acc>#POOL#<pool>        SK LINE
 *     item of its own, so that slots do not write to the index   GSI2 POOL#<shard>               time of the next sweep, account and pool
 * 31. How far the last run of a sweeper came                    PK SWEEP#<duty>                 SK CURSOR
 * 32. What a render that has not ended has reserved of its      PK ACC#<acc>#RN#<rn>           SK RESERVATION
 *     account's month; gone with its end
 * 33. What an account has now: timelines, stored bytes          PK ACC#<acc>                   SK HOLDINGS
 * 34. Tombstones of an account: what has to be removed; the     PK ACC#<acc>#TOMBSTONES        SK <tombstone>
 *     notes of the speech that a timeline uses, all or those
 *     of one render or slide (strong, one query)                                             SK speech-<tl>-<rn|sl>-<hash>
 * 35. Tombstones that are due (sweeper)                         GSI2 TOMBSTONE#<shard>         time, tombstone id; sparse
 * 36. What stays of a deleted account; its presence refuses     PK ACC#<acc>                   SK ACCOUNTING
 *     what requests of the account still ask for (strong)
 * 37. Erasures of accounts that have not ended (sweeper)         GSI2 ERASURE#<shard>           time, account; sparse
 * 38. The partitions of a deleted account that were emptied      PK ACC#<acc>#ERASED            SK <kind>#<id>
 *     once: its timelines, renders and receivers
 * 39. An import; which imports of an account have not ended      PK ACC#<acc>                   SK IMPORT#<imp> · IMPORT_SLOTS
 * 40. Imports that have not ended (sweeper)                     GSI2 IMPORT#<shard>           time of the next look, import id; sparse
 * 41. The narration that renders left to the slides of a        PK ACC#<acc>#TL#<tl>           SK ADOPTED
 *     timeline, in one item; with 5
 * 42. The templates of an account, all (≤ 100, strong), or one  PK ACC#<acc>                   SK TPL#<tpl>
 * 43. The fonts of an account, all (≤ 100, strong), or one      PK ACC#<acc>                   SK FNT#<fnt>
 * 44. A batch (strong)                                          PK ACC#<acc>                   SK BATCH#<bat>
 * 45. The batches of an account, newest first                  GSI1 ACC#<acc>#BATCHES         batch id (sorts by time)
 * 46. Batches that are not over (sweeper)                       GSI2 BATCH#<shard>            time of the next look, batch id; sparse
 * 47. Images that are fetched for slides or a render            PK ACC#<acc>                   SK IMAGES#<fetch>
 * 48. Such fetches that are not done (sweeper)                  GSI2 IMAGES#<shard>           time of the next look, fetch id; sparse
 * 49. The slots of an account with the decoders                 PK ACC#<acc>                   SK DECODER_SLOTS
 *
 * What is found by its content (11, 15, 22, 26) lies in 16 partitions of its account, by the first digit of the hash: they
 * spread the load, and a query of each finds all of it.
 *
 * The account is part of every partition key of its data: an id of another account is not found, even by a handler that checks nothing.
 */
export interface Key {
  PK: string;
  SK: string;
}

/** The type of an item. The filters of the stream in serverless.yml read this attribute. */
export type Entity =
  | 'account'
  | 'api_key'
  | 'identity'
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

/** The shard of an id. Shards spread the due entries of a duty over partitions of the index. */
function shardOf(id: string): number {
  let sum = 0;
  for (const character of id.slice(-4)) sum = (sum * 31 + character.charCodeAt(0)) % DUE_SHARDS;
  return sum;
}

/** Where a task sorts among its render's tasks: five digits keep the order of the video. */
const indexText = (index: number): string => String(index).padStart(5, '0');

/** The partition of what is found by a hash (hex), by the hash's first digit. */
const hashed = {
  speech: (acc: string, hash: string) => `ACC#${acc}#SPEECH#${hash.slice(0, 1)}`,
  artifact: (acc: string, hash: string) => `ACC#${acc}#ARTIFACT#${hash.slice(0, 1)}`,
  idempotency: (acc: string, hash: string) => `IDEM#${acc}#${hash.slice(0, 1)}`,
  throttle: (acc: string, hash: string) => `ACC#${acc}#THROTTLE#${hash.slice(0, 1)}`,
} as const;

export const keys = {
  tableFormat: { PK: 'TABLE', SK: 'FORMAT' } satisfies Key,
  sweepCursor: (duty: string): Key => ({ PK: `SWEEP#${duty}`, SK: 'CURSOR' }),
  account: (acc: string): Key => ({ PK: `ACC#${acc}`, SK: 'ACCOUNT' }),
  tombstone: (acc: string, id: string): Key => ({ PK: `ACC#${acc}#TOMBSTONES`, SK: id }),
  accounting: (acc: string): Key => ({ PK: `ACC#${acc}`, SK: 'ACCOUNTING' }),
  erasedPlace: (acc: string, kind: string, id: string): Key => ({ PK: `ACC#${acc}#ERASED`, SK: `${kind}#${id}` }),
  apiKey: (hash: string): Key => ({ PK: `KEY#${hash}`, SK: 'KEY' }),
  identity: (hash: string): Key => ({ PK: `IDENTITY#${hash}`, SK: 'IDENTITY' }),
  keyOfAccount: (acc: string, key: string): Key => ({ PK: `ACC#${acc}`, SK: `CRED#KEY#${key}` }),
  identityOfAccount: (acc: string, hash: string): Key => ({ PK: `ACC#${acc}`, SK: `CRED#IDENTITY#${hash}` }),
  webhook: (acc: string, wh: string): Key => ({ PK: `ACC#${acc}`, SK: `WH#${wh}` }),
  upload: (acc: string, up: string): Key => ({ PK: `ACC#${acc}`, SK: `UP#${up}` }),
  import: (acc: string, imp: string): Key => ({ PK: `ACC#${acc}`, SK: `IMPORT#${imp}` }),
  imageFetch: (acc: string, fetch: string): Key => ({ PK: `ACC#${acc}`, SK: `IMAGES#${fetch}` }),
  ownTemplate: (acc: string, tpl: string): Key => ({ PK: `ACC#${acc}`, SK: `TPL#${tpl}` }),
  font: (acc: string, fnt: string): Key => ({ PK: `ACC#${acc}`, SK: `FNT#${fnt}` }),
  batch: (acc: string, bat: string): Key => ({ PK: `ACC#${acc}`, SK: `BATCH#${bat}` }),
  importSlots: (acc: string): Key => ({ PK: `ACC#${acc}`, SK: 'IMPORT_SLOTS' }),
  usage: (acc: string, month: string): Key => ({ PK: `ACC#${acc}`, SK: `USAGE#${month}` }),
  holdings: (acc: string): Key => ({ PK: `ACC#${acc}`, SK: 'HOLDINGS' }),
  decoderSlots: (acc: string): Key => ({ PK: `ACC#${acc}`, SK: 'DECODER_SLOTS' }),
  renderSlots: (acc: string): Key => ({ PK: `ACC#${acc}`, SK: 'RENDER_SLOTS' }),
  audio: (acc: string, tl: string, sl: string): Key => ({ PK: `ACC#${acc}#TL#${tl}`, SK: `${prefixes.audio}${sl}` }),
  adoptedAudio: (acc: string, tl: string): Key => ({ PK: `ACC#${acc}#TL#${tl}`, SK: 'ADOPTED' }),
  timeline: (acc: string, tl: string): Key => ({ PK: `ACC#${acc}#TL#${tl}`, SK: 'TIMELINE' }),
  slide: (acc: string, tl: string, sl: string, rev: string): Key => ({
    PK: `ACC#${acc}#TL#${tl}`,
    SK: `SLIDE#${sl}#${rev}`,
  }),
  render: (acc: string, rn: string): Key => ({ PK: `ACC#${acc}#RN#${rn}`, SK: 'RENDER' }),
  task: (acc: string, rn: string, epoch: number, kind: string, index: number): Key => ({
    PK: `ACC#${acc}#RN#${rn}`,
    SK: `${prefixes.tasks(epoch)}${kind}#${indexText(index)}`,
  }),
  reservation: (acc: string, rn: string): Key => ({ PK: `ACC#${acc}#RN#${rn}`, SK: 'RESERVATION' }),
  outbox: (acc: string, rn: string, evt: string): Key => ({ PK: `ACC#${acc}#RN#${rn}`, SK: `OUTBOX#${evt}` }),
  speech: (acc: string, hash: string): Key => ({ PK: hashed.speech(acc, hash), SK: `SPEECH#${hash}` }),
  /** @param hash of the timeline's id @param file tells files of one moment apart */
  artifactPack: (acc: string, hash: string, tl: string, at: string, file: string): Key => ({
    PK: hashed.artifact(acc, hash),
    SK: `${prefixes.artifactPacks(tl)}${at}#${file}`,
  }),
  artifactSketch: (acc: string, name: string): Key => ({ PK: hashed.artifact(acc, name), SK: `SKETCH#${name}` }),
  /** Beside the artifacts: both are found by their content. */
  film: (acc: string, name: string): Key => ({ PK: hashed.artifact(acc, name), SK: `FILM#${name}` }),
  idempotency: (acc: string, hash: string): Key => ({ PK: hashed.idempotency(acc, hash), SK: `IDEM#${hash}` }),
  rate: (acc: string, window: number): Key => ({ PK: `RATE#${acc}`, SK: `RATE#${window}` }),
  delivery: (acc: string, receiver: string, dl: string): Key => ({
    PK: `ACC#${acc}#RECEIVER#${receiver}`,
    SK: `DL#${dl}`,
  }),
  poolLine: (acc: string, pool: string): Key => ({ PK: `ACC#${acc}#POOL#${pool}`, SK: 'LINE' }),
  poolSlots: (acc: string, pool: string): Key => ({ PK: `ACC#${acc}#POOL#${pool}`, SK: 'SLOTS' }),
  ticket: (acc: string, pool: string, id: string): Key => ({ PK: `ACC#${acc}#POOL#${pool}`, SK: `TICKET#${id}` }),
  receiverThrottle: (acc: string, id: string): Key => ({ PK: hashed.throttle(acc, id), SK: `THROTTLE#${id}` }),
} as const;

/** Sort-key prefixes for queries within one partition. */
export const prefixes = {
  credential: 'CRED#',
  webhook: 'WH#',
  ownTemplate: 'TPL#',
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

/** First index: lists of an account. */
export const gsi1 = {
  name: 'GSI1',
  timelinesOf: (acc: string) => `ACC#${acc}#TIMELINES`,
  rendersOf: (acc: string) => `ACC#${acc}#RENDERS`,
  batchesOf: (acc: string) => `ACC#${acc}#BATCHES`,
  deliveriesOf: (acc: string, receiver: string, status: 'pending' | 'failed') =>
    `ACC#${acc}#RECEIVER#${receiver}#${status}`,
  attributes: (pk: string, sk: string) => ({ GSI1PK: pk, GSI1SK: sk }),
} as const;

/** Where the second index lists the unfinished items of one duty. */
export interface DueIndex {
  partition(shard: number): string;
  /**
   * The index attributes of an unfinished item.
   * @param id ends in at least four characters that are spread evenly
   * @param at when it is due, as a timestamp
   */
  attributes(id: string, at: string): { GSI2PK: string; GSI2SK: string };
}

const dueIndex = (kind: string): DueIndex => ({
  partition: (shard) => `${kind}#${shard}`,
  attributes: (id, at) => ({ GSI2PK: `${kind}#${shardOf(id)}`, GSI2SK: `${at}#${id}` }),
});

/** Second index: what the sweepers look after. Sparse: the attributes are removed when nothing is left to do. */
export const gsi2 = {
  name: 'GSI2',
  renders: dueIndex('LIVE'),
  audio: dueIndex('AUDIO'),
  deliveries: dueIndex('DELIVERY'),
  outbox: dueIndex('OUTBOX'),
  lines: dueIndex('POOL'),
  imports: dueIndex('IMPORT'),
  imageFetches: dueIndex('IMAGES'),
  batches: dueIndex('BATCH'),
  tombstones: dueIndex('TOMBSTONE'),
  erasures: dueIndex('ERASURE'),
} as const;
