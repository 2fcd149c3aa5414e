/**
 * Lambda's limit for the event of a synchronous invocation, and for its answer: 6 MB of JSON, in bytes. The event contains the body of a
 * request in base64, which leaves 4.5 MB for the body.
 */
export const MAX_LAMBDA_PAYLOAD_BYTES = 6 * 2 ** 20;

/**
 * The bytes of a value's JSON, which Lambda counts. The body of an answer is a text in that JSON: each quotation mark in the body counts
 * twice.
 */
export const lambdaPayloadBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
