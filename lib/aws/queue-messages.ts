import { z } from 'zod';
import { TASK_KINDS } from '../renders/public.ts';

/**
 * The version of all messages. A reader refuses other versions. To change a shape, add a variant with the next version,
 * let the readers know both, and remove the old one when the queues have drained (14 days at most).
 */
const MESSAGE_VERSION = 1;
const version = z.literal(MESSAGE_VERSION);

/** One task of a render. */
const renderTask = z.object({
  type: z.literal('render_task'),
  version,
  account_id: z.string(),
  render_id: z.string(),
  epoch: z.int().min(1),
  kind: z.enum(TASK_KINDS),
  index: z.int().min(0),
});

/** The speech of one slide. */
const slideSpeech = z.object({
  type: z.literal('slide_speech'),
  version,
  account_id: z.string(),
  timeline_id: z.string(),
  slide_id: z.string(),
  job: z.string(),
});

/** The sample of one voice. */
const voiceSample = z.object({ type: z.literal('voice_sample'), version, voice: z.string() });

/** One try of a delivery of an event to a receiver. */
const delivery = z.object({
  type: z.literal('delivery'),
  version,
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

const queueMessage = z.discriminatedUnion('type', [renderTask, slideSpeech, voiceSample, delivery]);

/** Every message that a queue carries. Senders and readers share the schema. */
export type QueueMessage = z.output<typeof queueMessage>;
export type MessageType = QueueMessage['type'];
export type MessageOf<Type extends MessageType> = Extract<QueueMessage, { type: Type }>;

/** What `type` and `version` are added to. */
export type MessageContent<Type extends MessageType> = Omit<MessageOf<Type>, 'type' | 'version'>;

/** The body of a message. Fields that the schema does not know are left out. */
export const messageBody = <Type extends MessageType>(type: Type, content: MessageContent<Type>): string =>
  JSON.stringify(queueMessage.parse({ ...content, type, version: MESSAGE_VERSION }));

/**
 * Reads the body of a message.
 * @param types the types that the queue carries
 * @throws Error for a body that is no message of these types
 */
export function parseMessage<Type extends MessageType>(body: string, ...types: readonly Type[]): MessageOf<Type> {
  const message = queueMessage.parse(JSON.parse(body));
  const isWanted = (candidate: QueueMessage): candidate is MessageOf<Type> =>
    types.some((type) => type === candidate.type);
  if (!isWanted(message)) throw new Error(`this queue carries no message of the type ${message.type}`);
  return message;
}
