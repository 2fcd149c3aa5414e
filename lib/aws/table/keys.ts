/**
 * The one table: every key of it, and what each is there for. Nothing else in the code writes a key by hand.
 *
 * Access patterns
 *  1. An API key by its hash (every request)                    PK KEY#<sha256>                SK KEY
 *  2. The keys of an account (operator)                         GSI1 ACC#<acc>#KEYS            key id
 *  3. An account                                                PK ACC#<acc>                   SK ACCOUNT
 *  4. The webhooks of an account, all (≤ 20, strong), or one     PK ACC#<acc>                   SK WH#<wh>
 *  5. A timeline with its slides in one query (strong)          PK ACC#<acc>#TL#<tl>           SK TIMELINE · SLIDE#<sl>#<rev>
 *  6. The timelines of an account, newest first                 GSI1 ACC#<acc>#TIMELINES       timeline id (sorts by time)
 *  7. A render (strong)                                         PK ACC#<acc>#RN#<rn>           SK RENDER
 *  8. The units of work of a render (strong, one query)         PK ACC#<acc>#RN#<rn>           SK UNIT#<kind>#<index>
 *  9. The renders of an account, newest first                   GSI1 ACC#<acc>#RENDERS         render id (sorts by time)
 * 10. The renders that are not yet at their end (sweeper)       GSI2 LIVE#<shard>              render id; sparse
 * 11. Speech by its content                                     PK ACC#<acc>#SPEECH#<hash>     SK SPEECH
 * 12. Outbox of a render: event and state change in one         PK ACC#<acc>#RN#<rn>           SK OUTBOX#<evt>
 *     transaction; the table's stream hands it on
 * 13. Deliveries of a receiver, newest first                    PK ACC#<acc>#HOOK#<wh or rn>   SK DL#<dl>
 * 14. Uploads that were begun                                   PK ACC#<acc>                   SK UP#<up>
 *
 * The account is part of every partition key of its data: an id of another account is not found, whatever a handler forgets.
 */
export interface Key {
  PK: string;
  SK: string;
}

/** Every item says what it is; the stream's filters in serverless.yml read this attribute. */
export type Entity =
  | 'account'
  | 'api_key'
  | 'timeline'
  | 'slide'
  | 'render'
  | 'unit'
  | 'speech'
  | 'webhook'
  | 'outbox'
  | 'delivery'
  | 'upload';

export const LIVE_SHARDS = 8;

/** Spreads the live renders over a few partitions of the index; the sweeper reads them all. */
function shardOf(id: string): number {
  let sum = 0;
  for (let i = id.length - 4; i < id.length; i++) sum = (sum * 31 + id.charCodeAt(i)) % LIVE_SHARDS;
  return sum;
}

/** Where a unit of work sorts among its render's units: five digits keep the order of the video. */
const indexText = (index: number): string => String(index).padStart(5, '0');

export const keys = {
  account: (acc: string): Key => ({ PK: `ACC#${acc}`, SK: 'ACCOUNT' }),
  apiKey: (hash: string): Key => ({ PK: `KEY#${hash}`, SK: 'KEY' }),
  webhook: (acc: string, wh: string): Key => ({ PK: `ACC#${acc}`, SK: `WH#${wh}` }),
  upload: (acc: string, up: string): Key => ({ PK: `ACC#${acc}`, SK: `UP#${up}` }),
  timeline: (acc: string, tl: string): Key => ({ PK: `ACC#${acc}#TL#${tl}`, SK: 'TIMELINE' }),
  slide: (acc: string, tl: string, sl: string, rev: string): Key => ({
    PK: `ACC#${acc}#TL#${tl}`,
    SK: `SLIDE#${sl}#${rev}`,
  }),
  render: (acc: string, rn: string): Key => ({ PK: `ACC#${acc}#RN#${rn}`, SK: 'RENDER' }),
  unit: (acc: string, rn: string, kind: string, index: number): Key => ({
    PK: `ACC#${acc}#RN#${rn}`,
    SK: `UNIT#${kind}#${indexText(index)}`,
  }),
  outbox: (acc: string, rn: string, evt: string): Key => ({ PK: `ACC#${acc}#RN#${rn}`, SK: `OUTBOX#${evt}` }),
  speech: (acc: string, hash: string): Key => ({ PK: `ACC#${acc}#SPEECH#${hash}`, SK: 'SPEECH' }),
  delivery: (acc: string, receiver: string, dl: string): Key => ({ PK: `ACC#${acc}#HOOK#${receiver}`, SK: `DL#${dl}` }),
} as const;

/** Sort-key prefixes for queries within one partition. */
export const prefixes = { webhook: 'WH#', unit: 'UNIT#', delivery: 'DL#' } as const;

/** First index: lists of an account. */
export const gsi1 = {
  name: 'GSI1',
  keysOf: (acc: string) => `ACC#${acc}#KEYS`,
  timelinesOf: (acc: string) => `ACC#${acc}#TIMELINES`,
  rendersOf: (acc: string) => `ACC#${acc}#RENDERS`,
  attributes: (pk: string, sk: string) => ({ GSI1PK: pk, GSI1SK: sk }),
} as const;

/** Second index: renders at work, sparse: the attributes go when a render ends. */
export const gsi2 = {
  name: 'GSI2',
  live: (shard: number) => `LIVE#${shard}`,
  attributes: (rn: string) => ({ GSI2PK: `LIVE#${shardOf(rn)}`, GSI2SK: rn }),
} as const;
