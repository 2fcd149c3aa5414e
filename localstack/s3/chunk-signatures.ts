import { S3Error } from './errors.ts';
import type { SigningContext } from './sigv4.ts';
import { equalInConstantTime, hmac, sha256 } from './sigv4.ts';

const EMPTY_HASH = sha256('');

/** Each chunk signs the one before it, beginning with the signature of the request: none can be swapped, cut or added. */
export class ChunkSignatures {
  readonly #context: SigningContext;
  #previous: string;

  constructor(context: SigningContext) {
    this.#context = context;
    this.#previous = context.signature;
  }

  /** `dataHash`: SHA-256 of the chunk's bytes, hex. Throws SignatureDoesNotMatch. */
  verifyChunk(dataHash: string, signature: string): void {
    this.#verify(['AWS4-HMAC-SHA256-PAYLOAD', EMPTY_HASH, dataHash], signature);
  }

  /** `trailers`: as signed, one `name:value\n` each. Throws SignatureDoesNotMatch. */
  verifyTrailers(trailers: string, signature: string): void {
    this.#verify(['AWS4-HMAC-SHA256-TRAILER', sha256(trailers)], signature);
  }

  #verify([algorithm = '', ...hashes]: string[], signature: string): void {
    const { key, date, scope } = this.#context;
    const expected = hmac(key, [algorithm, date, scope, this.#previous, ...hashes].join('\n')).toString('hex');
    if (!equalInConstantTime(expected, signature)) throw new S3Error('SignatureDoesNotMatch');
    this.#previous = expected;
  }
}
