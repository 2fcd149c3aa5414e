import { z } from 'zod';
import type {
  ClaimedIdempotencyKey,
  IdempotencyClaimOutcome,
  IdempotencyStore,
  IdempotentRequest,
  StoredIdempotentAnswer,
} from '#front/api/idempotency/ports.ts';
import { idempotencyKeyInUseError } from '#front/api/idempotency/stored-answer.ts';
import { type Clock, formatTimestamp, plusSeconds } from '#kernel/shared/clock.ts';
import { WriteConflict } from '#kernel/shared/errors.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { SecretBox } from '#kernel/shared/secret-box.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { IdempotentAnswerWrite } from '../table/answer-write.ts';
import { itemCodec } from '../table/item.ts';
import { type TableKey, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** Seconds for which a running request has its key. Functions that answer requests end earlier, so a request with an older claim was aborted. */
const LEASE_SECONDS = 30;
/** The most bytes of an answer in the item, which may have 400 KB. A longer answer (a timeline of many slides) is stored as a file. */
const INLINE_BYTES = 64 * 1024;
/** Attempts to claim a key, which may be released between a refused claim and the read of its item. */
const CLAIM_ATTEMPTS = 5;

/** The use of a key by one request, as it is stored. */
interface Entry extends IdempotentRequest {
  /** Identifies the request that has the key. */
  token: string;
  state: 'running' | 'answered';
  lease_until: string;
  expires_at: string;
  status?: number;
  text?: string;
  /** Storage key of the text when it is too long for the item. */
  text_file?: string;
}

const entryCodec = itemCodec<Entry>('idempotency').of(
  z.object({
    account_id: z.string(),
    scope: z.string(),
    fingerprint: z.string(),
    sealed: z.boolean(),
    token: z.string(),
    state: z.enum(['running', 'answered']),
    lease_until: z.string(),
    expires_at: z.string(),
    status: z.number().optional(),
    text: z.string().optional(),
    text_file: z.string().optional(),
  }),
);

/** Dependencies of the store. */
export interface IdempotencyStoreDeps {
  table: Table;
  files: {
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
    getBytes(key: string): Promise<Uint8Array>;
  };
  secrets: () => SecretBox;
  clock: Clock;
  newToken: (now: Date) => string;
}

/** Keeps idempotency keys and their answers in the table. */
export function idempotencyRepository({
  table,
  files,
  secrets,
  clock,
  newToken,
}: IdempotencyStoreDeps): IdempotencyStore {
  const keyOf = ({ account_id, scope }: IdempotentRequest): TableKey => tableKeys.idempotency(account_id, scope);
  /** The context that a sealed answer is encrypted with: it can be opened for this key only. */
  const context = ({ account_id, scope }: IdempotentRequest): string => `idempotency:${account_id}:${scope}`;

  /** Claims a key that is new, has expired, or belongs to an aborted run of the same request. @throws WriteConflict for any other */
  async function take(use: IdempotentRequest, now: Date): Promise<Entry> {
    const entry: Entry = {
      ...use,
      token: newToken(now),
      state: 'running',
      lease_until: formatTimestamp(plusSeconds(now, LEASE_SECONDS)),
      expires_at: formatTimestamp(plusSeconds(now, ITEM_LIFETIMES.idempotency.seconds)),
    };
    await table.put(
      entryCodec.toItem(keyOf(use), entry, { expires_at_epoch: Math.ceil(Date.parse(entry.expires_at) / 1000) }),
      {
        condition: {
          ConditionExpression:
            'attribute_not_exists(PK) OR expires_at <= :now OR (#state = :running AND lease_until <= :now AND fingerprint = :same)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':now': formatTimestamp(now), ':running': 'running', ':same': use.fingerprint },
        },
      },
    );
    return entry;
  }

  /** Reads the answer of an entry, from the item or its file, decrypted. */
  async function open(entry: Entry): Promise<StoredIdempotentAnswer> {
    const kept =
      entry.text_file === undefined
        ? (entry.text ?? '')
        : Buffer.from(await files.getBytes(entry.text_file)).toString('utf8');
    return {
      status: entry.status ?? 200,
      text: entry.sealed ? await secrets().open(kept, context(entry)) : kept,
    };
  }

  /** Part of a transaction: writes the answer, on condition that the request still has the key. A long answer is stored as a file first. */
  async function answered(
    entry: Entry,
    { status, text }: StoredIdempotentAnswer,
  ): Promise<TransactItem & { Update: object }> {
    const kept = entry.sealed ? await secrets().seal(text, context(entry)) : text;
    const bytes = Buffer.from(kept);
    let place: Pick<Entry, 'text' | 'text_file'> = { text: kept };
    if (bytes.length > INLINE_BYTES) {
      place = { text_file: storageKeys.answer(entry.account_id, entry.token) };
      await files.putBytes(storageKeys.answer(entry.account_id, entry.token), bytes, 'application/json');
    }
    return {
      Update: {
        TableName: table.name,
        Key: keyOf(entry),
        UpdateExpression: 'SET #state = :answered, #status = :status, #text = :text',
        ConditionExpression: '#token = :token AND #state = :running',
        ExpressionAttributeNames: {
          '#state': 'state',
          '#status': 'status',
          '#text': 'text' in place ? 'text' : 'text_file',
          '#token': 'token',
        },
        ExpressionAttributeValues: {
          ':answered': 'answered',
          ':running': 'running',
          ':status': status,
          ':text': place.text ?? place.text_file,
          ':token': entry.token,
        },
      },
    };
  }

  function claimOf(entry: Entry): ClaimedIdempotencyKey {
    let isStored = false;
    return {
      async prepare(answer) {
        return new IdempotentAnswerWrite({
          item: await answered(entry, answer),
          committed: () => {
            isStored = true;
          },
          refusal: idempotencyKeyInUseError,
        });
      },
      async answer(answer) {
        if (isStored) return;
        const item = await answered(entry, answer);
        const refused = await table.transact({ answer: item }, { refusals: { answer: 'not_held' } });
        if (refused) throw idempotencyKeyInUseError();
        isStored = true;
      },
      async release() {
        if (isStored) return;
        const entryDelete = {
          Delete: {
            TableName: table.name,
            Key: keyOf(entry),
            ConditionExpression: '#token = :token AND #state = :running',
            ExpressionAttributeNames: { '#token': 'token', '#state': 'state' },
            ExpressionAttributeValues: { ':token': entry.token, ':running': 'running' },
          },
        };
        // Refused: the key was answered (the write succeeded, its response was lost) or taken over. This request no longer has it.
        await table.transact({ entry: entryDelete }, { refusals: { entry: 'not_held' } });
      },
    };
  }

  return {
    async claim(use): Promise<IdempotencyClaimOutcome> {
      for (let attempt = 1; attempt <= CLAIM_ATTEMPTS; attempt++) {
        const now = clock();
        try {
          return { state: 'claimed', claim: claimOf(await take(use, now)) };
        } catch (error) {
          if (!(error instanceof WriteConflict)) throw error;
        }
        const item = await table.get(keyOf(use));
        const entry = item && entryCodec.parse(item);
        if (!entry || entry.expires_at <= formatTimestamp(now)) continue;
        if (entry.fingerprint !== use.fingerprint) return { state: 'other_body' };
        if (entry.state === 'answered') return { state: 'answered', answer: await open(entry) };
        if (entry.lease_until > formatTimestamp(now)) return { state: 'running' };
      }
      return { state: 'running' };
    },
  };
}
