import { createHash } from 'node:crypto';
import type { ChunkSignatures } from './chunk-signatures.ts';
import { S3Error } from './errors.ts';

const MAX_LINE_BYTES = 8192;
const MAX_TRAILERS = 16;
const CRLF = Buffer.from('\r\n');

export interface ChunkedOptions {
  /** Absent: an unsigned payload. */
  signatures?: ChunkSignatures;
  /** The payload ends in trailers with a signature of their own. */
  signedTrailers: boolean;
}

/**
 * The content of an `aws-chunked` body, as it arrives. Trailers are put into `trailers` (lower-case names) before it ends.
 * Bytes of a chunk are handed on before its signature is known: the taker must keep nothing when this throws
 * (IncompleteBody, MalformedTrailerError, SignatureDoesNotMatch).
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  options: ChunkedOptions,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  try {
    for (;;) {
      const { size, signature } = parseChunkHeader(await reader.line());
      const hash = options.signatures && createHash('sha256');
      for await (const bytes of reader.take(size)) {
        hash?.update(bytes);
        yield bytes;
      }
      if (hash) options.signatures?.verifyChunk(hash.digest('hex'), signature);
      if (size === 0) break;
      if ((await reader.line()) !== '') throw new S3Error('IncompleteBody');
    }
    await readTrailers(reader, options, trailers);
  } finally {
    await reader.close();
  }
}

function parseChunkHeader(line: string): { size: number; signature: string } {
  const match = /^([0-9a-fA-F]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
  if (!match) throw new S3Error('IncompleteBody', 'A chunk header is malformed.');
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] ?? '' };
}

async function readTrailers(reader: ByteReader, options: ChunkedOptions, trailers: Map<string, string>): Promise<void> {
  for (;;) {
    const line = await reader.lineOrEnd();
    if (!line) break;
    const colon = line.indexOf(':');
    if (colon < 1 || trailers.size >= MAX_TRAILERS) throw new S3Error('MalformedTrailerError');
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  if ((await reader.lineOrEnd()) !== undefined) throw new S3Error('IncompleteBody');
  if (!options.signedTrailers) return;
  const signature = trailers.get('x-amz-trailer-signature') ?? '';
  trailers.delete('x-amz-trailer-signature');
  const signed = [...trailers].map(([name, value]) => `${name}:${value}\n`).sort();
  options.signatures?.verifyTrailers(signed.join(''), signature);
}

/** Lines and counted runs of bytes out of a stream that is cut anywhere. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #ahead: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async line(): Promise<string> {
    const line = await this.lineOrEnd();
    if (line === undefined) throw new S3Error('IncompleteBody');
    return line;
  }

  /** Without its CRLF; undefined at the end of the stream. */
  async lineOrEnd(): Promise<string | undefined> {
    for (;;) {
      const end = this.#ahead.indexOf(CRLF);
      if (end >= 0) {
        const line = this.#ahead.toString('latin1', 0, end);
        this.#ahead = this.#ahead.subarray(end + CRLF.length);
        return line;
      }
      if (this.#ahead.length > MAX_LINE_BYTES)
        throw new S3Error('IncompleteBody', 'A line of the chunked body is too long.');
      const more = await this.#source.next();
      if (!more.done) this.#ahead = this.#ahead.length ? Buffer.concat([this.#ahead, more.value]) : more.value;
      else if (this.#ahead.length) throw new S3Error('IncompleteBody');
      else return undefined;
    }
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (!this.#ahead.length) {
        const more = await this.#source.next();
        if (more.done) throw new S3Error('IncompleteBody');
        this.#ahead = more.value;
      }
      const bytes = this.#ahead.subarray(0, left);
      this.#ahead = this.#ahead.subarray(bytes.length);
      left -= bytes.length;
      if (bytes.length) yield bytes;
    }
  }
}
