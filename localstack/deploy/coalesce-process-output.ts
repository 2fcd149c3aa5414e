import process from 'node:process';

/** Milliseconds for which lines are collected. */
const DELAY_MS = 10;

/** A function that writes the collected output immediately. */
export type FlushOutput = () => void;

/**
 * Collects what this process writes to its output within 10 ms, and writes it together: a write to a pipe blocks, and the log records of a
 * request would make its answer wait. All is written before an orderly end.
 * @returns a function that writes all collected output; it is called before any other end
 */
export function coalesceProcessOutput(stream: Pick<NodeJS.WriteStream, 'write'> = process.stdout): FlushOutput {
  const write = stream.write.bind(stream);
  let collectedChunks: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const chunks = collectedChunks;
    collectedChunks = [];
    if (chunks.length > 0) write(Buffer.concat(chunks));
  };
  const collect = (chunk: string | Uint8Array, ...otherArguments: unknown[]): boolean => {
    collectedChunks.push(
      Buffer.from(
        chunk as string,
        typeof otherArguments[0] === 'string' ? (otherArguments[0] as BufferEncoding) : undefined,
      ),
    );
    timer ??= setTimeout(flush, DELAY_MS).unref();
    const callback = otherArguments.findLast((argument): argument is () => void => typeof argument === 'function');
    if (callback !== undefined) process.nextTick(callback);
    return true;
  };
  stream.write = collect;
  process.once('exit', flush);
  return flush;
}
