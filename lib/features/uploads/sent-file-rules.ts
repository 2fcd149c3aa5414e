import { megabytesText } from '#kernel/contract/uploaded-file.ts';
import { type ErrorCode, ServiceError } from '#kernel/shared/errors.ts';

/** A kind of file that clients send: its limits, and the codes of its failures. */
export interface SentFileRules {
  /** Noun for the file in messages, used after "The". */
  noun: string;
  /** The field of a form that contains the file; also the `param` of errors. */
  field: string;
  /** Media types with which an upload can be announced. The file is recognized by its bytes, not by the announced type. */
  announced_types: readonly [string, ...string[]];
  /** Media types, wildcards included, that are accepted as the body of a request or from an address. */
  accepted_media: readonly string[];
  max_bytes: number;
  /** The maximum duration of a request for such a file at an address, in milliseconds; absent: 15 s. */
  fetch_ms?: number;
  /** The error code of a file with more than `max_bytes`. */
  too_large_code: ErrorCode;
  /** The error code of a file that cannot be read, or not be fetched. */
  invalid_code: ErrorCode;
}

/** Limit of a file in the body of a request: in base64 it must fit into the 6 MB that a Lambda function accepts. */
export const MAX_REQUEST_FILE_BYTES = 4 * 2 ** 20;

/** Audio files: music and recordings. */
export const AUDIO_FILE_RULES: SentFileRules = {
  noun: 'audio file',
  field: 'audio',
  announced_types: ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac', 'audio/mp4', 'audio/x-m4a'],
  accepted_media: ['audio/*', 'application/ogg'],
  max_bytes: 50 * 2 ** 20,
  too_large_code: 'audio_too_large',
  invalid_code: 'audio_invalid',
};

/** The error for a file with more bytes than its rules allow. @param param the field of the request that is at fault */
export const fileTooLargeError = (rules: SentFileRules, param?: string): ServiceError =>
  new ServiceError(rules.too_large_code, `The ${rules.noun} is larger than ${megabytesText(rules.max_bytes)}.`, {
    param,
  });
