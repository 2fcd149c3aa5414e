import { z } from 'zod';
import { RENDER_TASK_KINDS } from '#features/renders/public.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';

/**
 * The version of the messages that this program writes, and the latest that it reads. A worker sends a message of a later version back. A
 * change that the previous schema cannot read takes three releases. The first reads both versions. The second writes the new version. The
 * third drops the old version, after the queues have drained (at most 14 days). Then a rollback by one release can read every message.
 */
const MESSAGE_VERSION = 1;
const versionSchema = z.int().min(1);

/** One task of a render. */
const renderTaskSchema = z.object({
  type: z.literal('render_task'),
  version: versionSchema,
  account_id: z.string(),
  render_id: z.string(),
  epoch: z.int().min(1),
  kind: z.enum(RENDER_TASK_KINDS),
  index: z.int().min(0),
});

/** The speech of one slide. */
const slideSpeechSchema = z.object({
  type: z.literal('slide_speech'),
  version: versionSchema,
  account_id: z.string(),
  timeline_id: z.string(),
  slide_id: z.string(),
  job: z.string(),
});

/** The sample of one voice. */
const voiceSampleSchema = z.object({ type: z.literal('voice_sample'), version: versionSchema, voice: z.string() });

/** The import of a deck. */
const deckImportSchema = z.object({
  type: z.literal('import'),
  version: versionSchema,
  account_id: z.string(),
  import_id: z.string(),
});

/** An image fetch, for slides or for a render. */
const imageFetchSchema = z.object({
  type: z.literal('image_fetch'),
  version: versionSchema,
  account_id: z.string(),
  fetch_id: z.string(),
});

/** A request to start rows of an account's batches, one for each free place. */
const batchRowsSchema = z.object({ type: z.literal('batch_rows'), version: versionSchema, account_id: z.string() });

/** One attempt of a delivery of an event to a receiver. */
const deliverySchema = z.object({
  type: z.literal('delivery'),
  version: versionSchema,
  account_id: z.string(),
  receiver: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('webhook'), id: z.string() }),
    z.object({ kind: z.literal('render'), id: z.string(), throttle: z.string() }),
  ]),
  delivery_id: z.string(),
  render_id: z.string(),
  event_id: z.string(),
  scheduled_for: z.string(),
  slow: z.boolean().optional(),
});

const queueMessageSchema = z.discriminatedUnion('type', [
  renderTaskSchema,
  slideSpeechSchema,
  voiceSampleSchema,
  deckImportSchema,
  imageFetchSchema,
  batchRowsSchema,
  deliverySchema,
]);

/** A message of a queue. Senders and readers share the schema. */
export type QueueMessage = z.output<typeof queueMessageSchema>;
/** The names of the types of messages. */
export type QueueMessageType = QueueMessage['type'];
/** The messages of some types. */
export type QueueMessageOfType<Type extends QueueMessageType> = Extract<QueueMessage, { type: Type }>;

/** A message without `type` and `version`. */
export type QueueMessageContent<Type extends QueueMessageType> = Omit<QueueMessageOfType<Type>, 'type' | 'version'>;

/** The part of a message that all versions have. */
const envelopeSchema = z.looseObject({ type: z.string(), version: versionSchema });
const KNOWN_TYPES: ReadonlySet<string> = new Set(queueMessageSchema.options.map(({ shape }) => shape.type.value));

/**
 * The functions that write and read messages. Tests make them for other versions of the program.
 * @param writtenVersion the version that the program writes
 * @param latestReadVersion the latest version that the program reads
 */
export const createMessageCodec = (writtenVersion: number, latestReadVersion: number) => ({
  /** The body of a message. Fields that the schema does not know are left out. */
  messageBody: <Type extends QueueMessageType>(type: Type, content: QueueMessageContent<Type>): string =>
    JSON.stringify(queueMessageSchema.parse({ ...content, type, version: writtenVersion })),

  /**
   * Reads the body of a message.
   * @param types the types that the queue carries
   * @throws WrittenByNewerVersionError for a version or type that only a newer program knows; Error for a body that is not a message of these types
   */
  parseMessage<Type extends QueueMessageType>(body: string, ...types: readonly Type[]): QueueMessageOfType<Type> {
    const envelope = parseJson(envelopeSchema, body);
    if (envelope.version > latestReadVersion || !KNOWN_TYPES.has(envelope.type))
      throw new WrittenByNewerVersionError(
        `the message is a ${envelope.type} of version ${envelope.version}; this program reads version ${latestReadVersion}`,
      );
    const message = queueMessageSchema.parse(envelope);
    const hasWantedType = (candidate: QueueMessage): candidate is QueueMessageOfType<Type> =>
      types.some((type) => type === candidate.type);
    if (!hasWantedType(message)) throw new Error(`this queue carries no message of the type ${message.type}`);
    return message;
  },
});

/** The functions that write and read the messages of this version of the program. */
export const { messageBody, parseMessage } = createMessageCodec(MESSAGE_VERSION, MESSAGE_VERSION);

/** Pauses before each time that a message of a newer version is handed back, in seconds: 21 minutes in all. */
const HAND_BACK_SECONDS = [5, 10, 20, 40, 80, 160, 320, 640];

/**
 * Seconds until a message of a newer version is received again; undefined when it is not handed back again. The first pauses are short
 * because old workers end within minutes; the number of times is bounded because Lambda stops a chain of about 16 invocations.
 * @param timesHandedBack number of times that the message was handed back so far
 */
export const findNewerVersionRetrySeconds = (timesHandedBack: number): number | undefined =>
  HAND_BACK_SECONDS[timesHandedBack];
