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
  let pendingBytes = Buffer.alloc(0);
  let lines = 0;
  let hasFailed = false;
  stream?.on('data', (chunk: Buffer) => {
    if (hasFailed) return;
    try {
      pendingBytes = Buffer.concat([pendingBytes, chunk]);
      for (let end = pendingBytes.indexOf(0x0a); end >= 0; end = pendingBytes.indexOf(0x0a)) {
        if (end > limits.bytes || ++lines > limits.lines) throw new RangeError('a line is too long, or one too many');
        const line = pendingBytes.toString('utf8', 0, end);
        pendingBytes = pendingBytes.subarray(end + 1);
        onLine(line);
      }
      if (pendingBytes.length > limits.bytes) throw new RangeError('a line is too long');
    } catch {
      hasFailed = true;
      pendingBytes = Buffer.alloc(0);
      onFault();
    }
  });
}
