import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

/** Types of bodies that become smaller. Pictures, archives and videos are compressed already. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|javascript)\b|image\/svg\+xml)/i;

/** Bytes up to which compressing takes less time than handing the work to a thread. */
const QUICK_BYTES = 64 * 1024;

const gzipInThread = promisify(gzip);

/** The parts of an answer that decide whether it is compressed. */
export interface CompressibleAnswer {
  /** `accept-encoding` of the request. */
  acceptEncoding: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  body: Buffer;
}

/** Reports whether a client takes gzip: it names gzip, or else any coding, not with a quality of 0. */
function takesGzip(acceptEncoding: string): boolean {
  const codings = acceptEncoding.split(',').map((part) => part.trim().toLowerCase());
  const isNamed = (part: string, name: string): boolean => part.split(';')[0]?.trim() === name;
  const coding = codings.find((each) => isNamed(each, 'gzip')) ?? codings.find((each) => isNamed(each, '*'));
  return coding !== undefined && !/;\s*q=0(?:\.0*)?\s*$/.test(coding);
}

/**
 * Compresses the body of an answer as API Gateway does.
 * @param minBytes bytes from which bodies are compressed (`minimumCompressionSize`); undefined: none is
 * @returns undefined for an answer that stays as it is
 */
export async function compressAnswerBodyIfAccepted(
  { acceptEncoding, contentType, contentEncoding, body }: CompressibleAnswer,
  minBytes: number | undefined,
): Promise<Buffer | undefined> {
  if (minBytes === undefined || body.length < minBytes || contentEncoding !== undefined) return undefined;
  if (acceptEncoding === undefined || !takesGzip(acceptEncoding) || !COMPRESSIBLE.test(contentType ?? ''))
    return undefined;
  return body.length <= QUICK_BYTES ? gzipSync(body) : gzipInThread(body);
}
