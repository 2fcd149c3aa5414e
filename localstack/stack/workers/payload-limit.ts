/**
 * Lambda's limit for the event and the answer of a synchronous invocation, in bytes of JSON: 6 MB. The event has the body of a request in
 * base64, so the body may have 4.5 MB.
 */
export const MAX_PAYLOAD_BYTES = 6 * 2 ** 20;

/** The size of a value as Lambda counts it: the bytes of its JSON. A text in it, such as the body of an answer, is escaped in that JSON. */
export const payloadBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
