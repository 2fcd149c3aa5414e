import { z } from 'zod';
import type {
  ClaimedIdempotencyKey,
  IdempotencyClaimOutcome,
  IdempotencyStore,
  IdempotentRequest,
  StoredIdempotentAnswer,
} from '#front/api/idempotency/ports.ts';
import { idempotencyKeyInUseError } from '#front/api/idempotency/stored-answer.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { SecretBox } from '#kernel/shared/secret-box.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { IdempotentAnswerWrite } from '../table/answer-write.ts';
import { createItemCodec } from '../table/item.ts';
import { type TableKey, tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** Seconds for which a running request has its key. Functions that answer requests end earlier, so a request with an older claim was aborted. */
const LEASE_SECONDS = 30;
/** The most bytes of an answer that is stored in the item, which may have 400 KB. A longer answer (a timeline of many slides) is a file. */
const MAX_INLINE_BYTES = 64 * 1024;
/** Attempts to claim a key, which may be released between a refused claim and the read of its item. */
const CLAIM_ATTEMPTS = 5;

/** The use of a key by one request, as it is stored. */
interface IdempotencyEntry extends IdempotentRequest {
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

const entryCodec = createItemCodec<IdempotencyEntry>('idempotency').of(
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
  /** The context with which an answer is sealed: the answer can be opened for this key only. */
  const sealContext = ({ account_id, scope }: IdempotentRequest): string => `idempotency:${account_id}:${scope}`;

  /** Claims a key that is new, has expired, or belongs to an aborted run of the same request. @throws WriteConflictError for any other */
  async function takeKey(request: IdempotentRequest, now: Date): Promise<IdempotencyEntry> {
    const entry: IdempotencyEntry = {
      ...request,
      token: newToken(now),
      state: 'running',
      lease_until: formatUtcTimestamp(addSeconds(now, LEASE_SECONDS)),
      expires_at: formatUtcTimestamp(addSeconds(now, ITEM_LIFETIMES.idempotency.seconds)),
    };
    await table.put(
      entryCodec.toItem(keyOf(request), entry, { expires_at_epoch: Math.ceil(Date.parse(entry.expires_at) / 1000) }),
      {
        condition: {
          ConditionExpression:
            'attribute_not_exists(PK) OR expires_at <= :now OR (#state = :running AND lease_until <= :now AND fingerprint = :same)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: {
            ':now': formatUtcTimestamp(now),
            ':running': 'running',
            ':same': request.fingerprint,
          },
        },
      },
    );
    return entry;
  }

  /** Reads the answer of an entry, from the item or its file, decrypted. */
  async function readAnswer(entry: IdempotencyEntry): Promise<StoredIdempotentAnswer> {
    const storedText =
      entry.text_file === undefined
        ? (entry.text ?? '')
        : Buffer.from(await files.getBytes(entry.text_file)).toString('utf8');
    return {
      status: entry.status ?? 200,
      text: entry.sealed ? await secrets().open(storedText, sealContext(entry)) : storedText,
    };
  }

  /** Part of a transaction: writes the answer, on condition that the request still has the key. A long answer is stored as a file first. */
  async function answerWrite(
    entry: IdempotencyEntry,
    { status, text }: StoredIdempotentAnswer,
  ): Promise<TransactItem & { Update: object }> {
    const storedText = entry.sealed ? await secrets().seal(text, sealContext(entry)) : text;
    const bytes = Buffer.from(storedText);
    let textLocation: Pick<IdempotencyEntry, 'text' | 'text_file'> = { text: storedText };
    if (bytes.length > MAX_INLINE_BYTES) {
      textLocation = { text_file: storageKeys.answer(entry.account_id, entry.token) };
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
          '#text': 'text' in textLocation ? 'text' : 'text_file',
          '#token': 'token',
        },
        ExpressionAttributeValues: {
          ':answered': 'answered',
          ':running': 'running',
          ':status': status,
          ':text': textLocation.text ?? textLocation.text_file,
          ':token': entry.token,
        },
      },
    };
  }

  function claimOf(entry: IdempotencyEntry): ClaimedIdempotencyKey {
    let isStored = false;
    return {
      async prepare(answer) {
        return new IdempotentAnswerWrite({
          item: await answerWrite(entry, answer),
          committed: () => {
            isStored = true;
          },
          refusal: idempotencyKeyInUseError,
        });
      },
      async answer(answer) {
        if (isStored) return;
        const item = await answerWrite(entry, answer);
        const refusal = await table.transact({ answer: item }, { refusals: { answer: 'not_held' } });
        if (refusal) throw idempotencyKeyInUseError();
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
    async claim(request): Promise<IdempotencyClaimOutcome> {
      for (let attempt = 1; attempt <= CLAIM_ATTEMPTS; attempt++) {
        const now = clock();
        try {
          return { state: 'claimed', claim: claimOf(await takeKey(request, now)) };
        } catch (error) {
          if (!(error instanceof WriteConflictError)) throw error;
        }
        const item = await table.get(keyOf(request));
        const entry = item && entryCodec.parse(item);
        if (!entry || entry.expires_at <= formatUtcTimestamp(now)) continue;
        if (entry.fingerprint !== request.fingerprint) return { state: 'other_request' };
        if (entry.state === 'answered') return { state: 'answered', answer: await readAnswer(entry) };
        if (entry.lease_until > formatUtcTimestamp(now)) return { state: 'running' };
      }
      return { state: 'running' };
    },
  };
}
