import type { Readable } from 'node:stream';

/**
 * Calls a function with each line of an untrusted stream.
 * @param limits bytes of one line, and number of lines
 * @param onFault is called once if a limit is exceeded or `onLine` throws; the rest of the stream is ignored
 */
export function forEachLine(
  stream: Readable | null,
  limits: { bytes: number; lines: number },
  onFault: () => void,
  onLine: (line: string) => void,
): void {
  let rest = Buffer.alloc(0);
  let lines = 0;
  let hasFailed = false;
  stream?.on('data', (chunk: Buffer) => {
    if (hasFailed) return;
    try {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
        if (end > limits.bytes || ++lines > limits.lines) throw new RangeError('a line is too long, or one too many');
        const line = rest.toString('utf8', 0, end);
        rest = rest.subarray(end + 1);
        onLine(line);
      }
      if (rest.length > limits.bytes) throw new RangeError('a line is too long');
    } catch {
      hasFailed = true;
      rest = Buffer.alloc(0);
      onFault();
    }
  });
}
