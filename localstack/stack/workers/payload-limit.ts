/**
 * Lambda's limit of the event and of the answer of a function that a caller waits for, in bytes of JSON: 6 MB. The body of a request is in the
 * event as base64, which leaves 4.5 MB for it.
 */
export const MAX_PAYLOAD_BYTES = 6 * 2 ** 20;

/** Size of a value as Lambda counts it: the bytes of its JSON. A text within it, such as the body of an answer, is escaped once more. */
export const payloadBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
