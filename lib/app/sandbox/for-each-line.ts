import type { Readable } from 'node:stream';

/**
 * Calls a function with each line of a stream that nothing is known of.
 * @param onFault is called once, for a line that is too long, too many of them, or one at which `onLine` throws; nothing is read after that
 */
export function forEachLine(
  stream: Readable | null,
  limits: { bytes: number; lines: number },
  onFault: () => void,
  onLine: (line: string) => void,
): void {
  let rest = Buffer.alloc(0);
  let lines = 0;
  let isOver = false;
  stream?.on('data', (chunk: Buffer) => {
    if (isOver) return;
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
      isOver = true;
      rest = Buffer.alloc(0);
      onFault();
    }
  });
}
