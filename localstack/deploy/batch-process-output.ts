import process from 'node:process';

/** Milliseconds for which lines are collected. */
const DELAY_MS = 10;

/** A function that writes the collected output immediately. */
export type FlushOutput = () => void;

/**
 * Collects what this process writes to its output within 10 ms, and writes it together: a write to a pipe blocks, and the log records of a
 * request would make its answer wait. All is written before an orderly end.
 * @returns a function for the moment before any other end
 */
export function batchProcessOutput(stream: Pick<NodeJS.WriteStream, 'write'> = process.stdout): FlushOutput {
  const write = stream.write.bind(stream);
  let collected: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const parts = collected;
    collected = [];
    if (parts.length > 0) write(Buffer.concat(parts));
  };
  const collect = (part: string | Uint8Array, ...rest: unknown[]): boolean => {
    collected.push(Buffer.from(part as string, typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : undefined));
    timer ??= setTimeout(flush, DELAY_MS).unref();
    const done = rest.findLast((one): one is () => void => typeof one === 'function');
    if (done !== undefined) process.nextTick(done);
    return true;
  };
  stream.write = collect;
  process.once('exit', flush);
  return flush;
}
