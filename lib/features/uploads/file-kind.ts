import { megabytesText } from '#kernel/contract/uploaded-file.ts';
import { type ErrorCode, ServiceError } from '#kernel/shared/errors.ts';

/** A kind of file that clients send: its limits, and the codes of its failures. */
export interface SentFileRules {
  /** Noun for the file in messages, used after "The". */
  noun: string;
  /** The field of a form that contains the file; also the `param` of errors. */
  field: string;
  /** Media types with which an upload can be announced. The file is recognized by its bytes, not by the announced type. */
  types: readonly [string, ...string[]];
  /** Media types, wildcards included, that are accepted as the body of a request or from an address. */
  media: readonly string[];
  max_bytes: number;
  /** The maximum duration of a request for such a file at an address, in milliseconds; absent: 15 s. */
  fetch_ms?: number;
  too_large: ErrorCode;
  invalid: ErrorCode;
}

/** Limit of a file in the body of a request: in base64 it must fit into the 6 MB that a Lambda function accepts. */
export const MAX_REQUEST_FILE_BYTES = 4 * 2 ** 20;

/** Audio files: music and recordings. */
export const AUDIO_FILE_RULES: SentFileRules = {
  noun: 'audio file',
  field: 'audio',
  types: ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac', 'audio/mp4', 'audio/x-m4a'],
  media: ['audio/*', 'application/ogg'],
  max_bytes: 50 * 2 ** 20,
  too_large: 'audio_too_large',
  invalid: 'audio_invalid',
};

/** The error for a file with more bytes than its kind allows. */
export const fileTooLargeError = (kind: SentFileRules, param?: string): ServiceError =>
  new ServiceError(kind.too_large, `The ${kind.noun} is larger than ${megabytesText(kind.max_bytes)}.`, { param });
