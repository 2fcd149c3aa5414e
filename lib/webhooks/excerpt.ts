const EXCERPT_BYTES = 2048;

/** As much of some UTF-8 as whole characters fit into so many bytes: what is cut off in the middle at its end is left out. */
const whole = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });

/**
 * The beginning of an answer as text: at most 2,048 bytes of UTF-8, and so at most as many characters. What is no UTF-8,
 * and every control character but line feed and tab, becomes U+FFFD, which has 3 bytes: the limit is that of the text.
 */
export function excerptOf(bytes: Uint8Array): string {
  const text = whole(bytes)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '\u{FFFD}');
  return whole(Buffer.from(text).subarray(0, EXCERPT_BYTES));
}
