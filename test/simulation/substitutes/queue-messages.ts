/**
 * Instead of the module of this name in lib: the body of a message has the same fields, but what was written here is not
 * parsed by its readers. Every other body is.
 */
import * as real from '#adapters/aws/queue-messages.ts';

export * from '#adapters/aws/queue-messages.ts';

type Fields = { readonly [Type in real.QueueMessageType]: readonly (keyof real.QueueMessageContent<Type> & string)[] };
const FIELDS: Fields = {
  render_task: ['account_id', 'render_id', 'epoch', 'kind', 'index'],
  slide_speech: ['account_id', 'timeline_id', 'slide_id', 'job'],
  voice_sample: ['voice'],
  image_fetch: ['account_id', 'fetch_id'],
  import: ['account_id', 'import_id'],
  batch_rows: ['account_id'],
  delivery: ['account_id', 'receiver', 'delivery_id', 'render_id', 'event_id', 'scheduled_for', 'slow'],
};
const FIRST = real.messageBody('voice_sample', { voice: '' });
const { version } = JSON.parse(FIRST) as { version: number };

const written = new Map<string, real.QueueMessage>();

/** Forgets the messages of the schedule before. */
export const forgetMessages = (): void => written.clear();

export const messageBody: typeof real.messageBody = (type, content) => {
  const message: Record<string, unknown> = { type, version };
  const fields = content as unknown as Record<string, unknown>;
  for (const name of FIELDS[type]) if (fields[name] !== undefined) message[name] = fields[name];
  const body = JSON.stringify(message);
  if (!written.has(body)) written.set(body, Object.freeze(message) as unknown as real.QueueMessage);
  return body;
};

export const parseMessage: typeof real.parseMessage = (body, ...types) => {
  const message = written.get(body);
  const isWanted = types.some((type) => type === message?.type);
  return isWanted
    ? (message as ReturnType<typeof real.parseMessage<(typeof types)[number]>>)
    : real.parseMessage(body, ...types);
};
