import { z } from 'zod';
import { ServiceError, serviceUnavailableError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import {
  type DecodeAnswer,
  type DecoderOutputFileKind,
  decodeAnswerSchema,
  type PartKeptByDecoder,
} from './decoding.ts';
import { DecoderFault, type DecodeUploadFunction, type UploadBlobs } from './ports.ts';
import type { SentFileRules } from './sent-file-rules.ts';

/** Seconds after which a client may try again. */
const RETRY_AFTER_SECONDS = 5;
/** The number of attempts to decode a file. The process can end for a reason other than the file, but hardly twice. */
const MAX_ATTEMPTS = 2;

/** Dependencies of decodeFileInIsolatedFunction. */
export interface DecodeFileInIsolatedFunctionDeps {
  files: Pick<UploadBlobs, 'putBytes' | 'getBytes' | 'remove'>;
  decoder: DecodeUploadFunction;
  /** Makes an id that cannot be guessed: a decoder of one file must not find another file. */
  newToken: () => string;
}

/** A kind of decoding: the request to the decoder, and the checks of its answer. */
export interface IsolatedDecodeTask<Facts extends object> {
  medium: DecoderOutputFileKind;
  /** The part of the file that is kept; absent: all of it. */
  kept?: PartKeptByDecoder | undefined;
  rules: SentFileRules;
  /** Schema of the facts about the decoded file. */
  facts: z.ZodType<Facts>;
  /** Reports whether a file has the format that the decoder writes. */
  isOwnFormat(bytes: Uint8Array, facts: Facts): boolean;
}

const lateError = ({ field }: SentFileRules, cause: unknown): ServiceError =>
  new ServiceError('unavailable', `The ${field} could not be made ready in time; try again.`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });

/** The error for the client after an error of the decoder. */
export function decoderFailedError(rules: SentFileRules, error: unknown): unknown {
  if (!(error instanceof DecoderFault)) return error;
  if (error.how === 'ended')
    return new ServiceError(rules.invalid_code, `The ${rules.noun} could not be decoded.`, {
      param: rules.field,
      cause: error,
    });
  if (error.how === 'timed_out') return lateError(rules, error);
  return serviceUnavailableError(`The ${rules.noun} could not be decoded at the moment; try again shortly.`, error);
}

/**
 * Calls a decoder, and a second time if its process ended.
 * @param callDecoder calls the decoder once, and returns its answer unchecked
 * @throws DecoderFault without an answer, or for an invalid one
 */
export async function callDecoderWithRetry(
  callDecoder: () => Promise<unknown>,
  deadline: AbortSignal,
): Promise<DecodeAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = decodeAnswerSchema.safeParse(await callDecoder());
      if (answer.success) return answer.data;
      throw new DecoderFault('failed', z.prettifyError(answer.error));
    } catch (error) {
      const hasProcessEnded = error instanceof DecoderFault && error.how === 'ended';
      if (!hasProcessEnded || attempt === MAX_ATTEMPTS || deadline.aborted) throw error;
    }
  }
}

/**
 * Lets a separate function, which has no other permissions, decode a client's file. The calling function may read keys and items of all
 * accounts, so it never parses such bytes. The files are passed through the storage. Both copies are removed at the end; if the process
 * is killed, the bucket's lifecycle rules remove them.
 * @param deadline aborts at the deadline of the request
 * @returns a function that decodes a file for an account, and returns its new bytes with the facts. It throws ServiceError: with the
 * codes of the file's rules for a file that is refused, or at which the decoder's process ended twice; `unavailable` after the deadline,
 * and when the decoder is not available
 */
export const decodeFileInIsolatedFunction =
  <Facts extends object>(
    { files, decoder, newToken }: DecodeFileInIsolatedFunctionDeps,
    { medium, kept, rules, facts, isOwnFormat }: IsolatedDecodeTask<Facts>,
    deadline: AbortSignal,
  ) =>
  async (bytes: Uint8Array, account_id: string): Promise<Facts & { bytes: Uint8Array }> => {
    if (deadline.aborted) throw lateError(rules, deadline.reason);
    const token = newToken();
    const [undecodedKey, decodedKey] = [
      storageKeys.undecoded(account_id, token),
      storageKeys.decoded(account_id, token),
    ];
    try {
      await files.putBytes(undecodedKey, bytes, 'application/octet-stream');
      const request = { medium, account_id, token, ...kept };
      const answer = await callDecoderWithRetry(() => decoder.decode(request, deadline), deadline);
      if ('fault' in answer) {
        const { code, message } = answer.fault;
        throw code === 'unavailable'
          ? lateError(rules, message)
          : new ServiceError(code, message, { param: rules.field });
      }
      const decodedBytes = await files.getBytes(decodedKey);
      const parsed = facts.safeParse(answer.facts);
      if (!parsed.success) throw new DecoderFault('failed', z.prettifyError(parsed.error));
      if (!isOwnFormat(decodedBytes, parsed.data))
        throw new DecoderFault('failed', 'the decoder wrote a file of another format');
      return { ...parsed.data, bytes: decodedBytes };
    } catch (error) {
      // A fault of the file is reported as such also after the deadline.
      if (deadline.aborted && !(error instanceof ServiceError)) throw lateError(rules, error);
      throw decoderFailedError(rules, error);
    } finally {
      await Promise.allSettled([files.remove(undecodedKey), files.remove(decodedKey)]);
    }
  };
