import type { WriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a stream to a file. It ends after the file is closed, also when it fails: a file that is still being opened would be created after
 * its removal, and stay.
 * @throws the error of the stream or the file, or the signal's reason
 */
export async function pipeToFile(
  source: AsyncIterable<unknown>,
  file: WriteStream,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await pipeline(source, file, signal ? { signal } : {});
  } finally {
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
  }
}
