import { lambdaPayloadBytes, MAX_LAMBDA_PAYLOAD_BYTES } from '#stack/workers/payload-limit.ts';

/** The part that is used here of the class with which serverless-offline runs a function. */
interface OfflineFunction {
  readonly functionName: string;
  setEvent(event: unknown): void;
  runHandler(): Promise<unknown>;
}

/** An error for which serverless-offline answers with a status: it reads it from the brackets in the message. */
const statusError = (status: number, reason: string): Error => new Error(`[${status}] ${reason}`);

/**
 * Applies the payload limits of Lambda to the local functions. An event of more than 6 MB is refused with 413 before the handler runs. An
 * answer of more than 6 MB is replaced by a 502; the effects of the handler remain.
 * @param prototype of the class; its methods are replaced
 * @param onRefused called with a line for the log
 */
export function applyLambdaPayloadLimits(prototype: OfflineFunction, onRefused: (reason: string) => void): void {
  const { setEvent, runHandler } = prototype;
  const eventBytes = new WeakMap<OfflineFunction, number>();
  const refuse = (status: number, reason: string): never => {
    onRefused(reason);
    throw statusError(status, reason);
  };
  prototype.setEvent = function (this: OfflineFunction, event) {
    eventBytes.set(this, lambdaPayloadBytes(event));
    setEvent.call(this, event);
  };
  prototype.runHandler = async function (this: OfflineFunction) {
    const sentBytes = eventBytes.get(this) ?? 0;
    if (sentBytes > MAX_LAMBDA_PAYLOAD_BYTES)
      refuse(
        413,
        `the event for ${this.functionName} has ${sentBytes} bytes; Lambda takes ${MAX_LAMBDA_PAYLOAD_BYTES}`,
      );
    const result = await runHandler.call(this);
    const answeredBytes = lambdaPayloadBytes(result);
    if (answeredBytes > MAX_LAMBDA_PAYLOAD_BYTES)
      refuse(
        502,
        `the answer of ${this.functionName} has ${answeredBytes} bytes; Lambda takes ${MAX_LAMBDA_PAYLOAD_BYTES}`,
      );
    return result;
  };
}
