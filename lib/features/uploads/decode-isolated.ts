import { z } from 'zod';
import { ServiceError, unavailableError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type DecodeAnswer, type DecodeKept, type DecodeRequest, decodeAnswer, type Medium } from './decoding.ts';
import type { FileKind } from './file-kind.ts';
import { type Decoder, DecoderFault, type UploadBlobs } from './ports.ts';

/** Seconds after which a client may try again. */
const RETRY_SECONDS = 5;
/** A process may end for other reasons than the file that it has. It is not likely to do so twice. */
const ATTEMPTS = 2;

export interface DecodeIsolatedDeps {
  files: Pick<UploadBlobs, 'putBytes' | 'getBytes' | 'remove'>;
  decoder: Decoder;
  /** An id that cannot be guessed: who decodes one file must not find another one. */
  newToken: () => string;
}

/** A file that is to be decoded, and what the decoder may answer of it. */
export interface DecodeTask<Facts extends object> {
  medium: Medium;
  /** Absent: all of the file. */
  kept?: DecodeKept | undefined;
  kind: FileKind;
  facts: z.ZodType<Facts>;
  /** Reports whether the file starts like one that the decoder writes. */
  isOwnFormat(bytes: Uint8Array, facts: Facts): boolean;
}

const lateError = ({ field }: FileKind, cause: unknown): ServiceError =>
  new ServiceError('unavailable', `The ${field} could not be made ready in time; try again.`, {
    headers: { 'retry-after': String(RETRY_SECONDS) },
    cause,
  });

/** Client-visible error when the decoder gave no answer. */
function noAnswerError(kind: FileKind, error: unknown): unknown {
  if (!(error instanceof DecoderFault)) return error;
  if (error.how === 'ended')
    return new ServiceError(kind.invalid, `The ${kind.noun} could not be decoded.`, {
      param: kind.field,
      cause: error,
    });
  if (error.how === 'timed_out') return lateError(kind, error);
  return unavailableError(`The ${kind.noun} could not be decoded at the moment; try again shortly.`, error);
}

/** Asks the decoder, and a second time when its process ended. @throws DecoderFault for no answer, or one that is none */
async function askDecoder(decoder: Decoder, request: DecodeRequest, deadline: AbortSignal): Promise<DecodeAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = decodeAnswer.safeParse(await decoder.decode(request, deadline));
      if (answer.success) return answer.data;
      throw new DecoderFault('failed', z.prettifyError(answer.error));
    } catch (error) {
      const isEnded = error instanceof DecoderFault && error.how === 'ended';
      if (!isEnded || attempt === ATTEMPTS || deadline.aborted) throw error;
    }
  }
}

/**
 * Has a client's file decoded by a function that can do nothing else: this one may read keys and items of all accounts, so
 * it never parses such bytes. The file goes there and comes back through the storage. Both copies are removed at the end;
 * after a kill the bucket's rules remove them.
 * @param deadline of the request
 * @returns what decodes a file for an account: its new bytes with the facts. It throws ServiceError with the codes of the
 * file's kind for a file that is refused, also for one at which the decoder's process ended twice; `unavailable` after
 * the deadline, and when the decoder is not available
 */
export const decodeIsolated =
  <Facts extends object>(
    { files, decoder, newToken }: DecodeIsolatedDeps,
    { medium, kept, kind, facts, isOwnFormat }: DecodeTask<Facts>,
    deadline: AbortSignal,
  ) =>
  async (bytes: Uint8Array, account_id: string): Promise<Facts & { bytes: Uint8Array }> => {
    if (deadline.aborted) throw lateError(kind, deadline.reason);
    const token = newToken();
    const [undecoded, decoded] = [storageKeys.undecoded(account_id, token), storageKeys.decoded(account_id, token)];
    try {
      await files.putBytes(undecoded, bytes, 'application/octet-stream');
      const answer = await askDecoder(decoder, { medium, account_id, token, ...kept }, deadline);
      if ('fault' in answer) {
        const { code, message } = answer.fault;
        throw code === 'unavailable'
          ? lateError(kind, message)
          : new ServiceError(code, message, { param: kind.field });
      }
      const made = await files.getBytes(decoded);
      const told = facts.safeParse(answer.facts);
      if (!told.success) throw new DecoderFault('failed', z.prettifyError(told.error));
      if (!isOwnFormat(made, told.data)) throw new DecoderFault('failed', 'the decoder wrote a file of another format');
      return { ...told.data, bytes: made };
    } catch (error) {
      // A fault of the file stays one after the deadline.
      if (deadline.aborted && !(error instanceof ServiceError)) throw lateError(kind, error);
      throw noAnswerError(kind, error);
    } finally {
      await Promise.allSettled([files.remove(undecoded), files.remove(decoded)]);
    }
  };
