import { MAX_PAYLOAD_BYTES, payloadBytes } from '#stack/workers/payload-limit.ts';

/** The part of serverless-offline's class for a function that is used here. */
interface OfflineFunction {
  readonly functionName: string;
  setEvent(event: unknown): void;
  runHandler(): Promise<unknown>;
}

/** A status in brackets makes serverless-offline answer with it, and nothing more. */
const refusal = (status: number, reason: string): Error => new Error(`[${status}] ${reason}`);

/**
 * Lets the functions of a class refuse what Lambda refuses: an event of more than 6 MB before the handler runs (413), and an answer of more
 * than 6 MB after it has run (502: what the handler did remains).
 * @param prototype of the class; its methods are replaced
 * @param refused is called with a line for the log
 */
export function boundPayloads(prototype: OfflineFunction, refused: (reason: string) => void): void {
  const { setEvent, runHandler } = prototype;
  const eventBytes = new WeakMap<OfflineFunction, number>();
  const refuse = (status: number, reason: string): never => {
    refused(reason);
    throw refusal(status, reason);
  };
  prototype.setEvent = function (this: OfflineFunction, event) {
    eventBytes.set(this, payloadBytes(event));
    setEvent.call(this, event);
  };
  prototype.runHandler = async function (this: OfflineFunction) {
    const sent = eventBytes.get(this) ?? 0;
    if (sent > MAX_PAYLOAD_BYTES)
      refuse(413, `the event for ${this.functionName} has ${sent} bytes; Lambda takes ${MAX_PAYLOAD_BYTES}`);
    const result = await runHandler.call(this);
    const answered = payloadBytes(result);
    if (answered > MAX_PAYLOAD_BYTES)
      refuse(502, `the answer of ${this.functionName} has ${answered} bytes; Lambda takes ${MAX_PAYLOAD_BYTES}`);
    return result;
  };
}
