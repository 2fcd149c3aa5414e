import { type ErrorCode, ServiceError } from '../shared/errors.ts';

/** What a client sends files of: the limit, and how a failure is called. */
export interface FileKind {
  /** As it stands in a sentence, after "an". */
  noun: string;
  /** What is accepted from an address, as the header of the request for it has it. */
  accept: string;
  max_bytes: number;
  too_large: ErrorCode;
  invalid: ErrorCode;
}

export const tooLarge = (kind: FileKind, param?: string): ServiceError =>
  new ServiceError(kind.too_large, `An ${kind.noun} has at most ${kind.max_bytes} bytes.`, { param });
