import type { CreatedFilter, Page, PageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';
import type { DecodeRequest } from './decoding.ts';
import type { FileKind } from './file-kind.ts';

/** An upload that was announced and not yet completed. */
export interface AnnouncedUpload {
  id: string;
  account_id: string;
  /** The path of the operation that announced it: it can be completed at no other. */
  target: string;
  /** Storage key of the bytes. */
  key: string;
  content_type: string;
  size_bytes: number;
  sha256?: string | undefined;
  created_at: string;
  expires_at: string;
}

/** The store of announced uploads. */
export interface AnnouncedUploads {
  insert(upload: AnnouncedUpload, answer?: PreparedAnswer): Promise<void>;
  find(accountId: string, uploadId: string): Promise<AnnouncedUpload | undefined>;
  /** Those that are not completed, newest first; one that has expired may be among them for a while. */
  list(accountId: string, filter: CreatedFilter, page: PageRequest): Promise<Page<AnnouncedUpload>>;
  remove(accountId: string, uploadId: string): Promise<void>;
  /**
   * Claims an upload for one who completes it.
   * @throws WriteConflict while the claim of another is valid, and for an upload that is gone
   */
  claim(accountId: string, uploadId: string, claim: UploadClaim): Promise<void>;
  /** Releases a claim; one that has ended is ignored. */
  release(accountId: string, uploadId: string, token: string): Promise<void>;
}

/** The right to complete an upload, for a time. */
export interface UploadClaim {
  token: string;
  now: string;
  until: string;
}

/** The slots of accounts with the decoders, which all accounts share. */
export interface DecoderSlots {
  /**
   * Takes a slot, if an account has fewer than `share`. Slots whose time is over are free.
   * @returns false when none is free, or others changed the slots at the same moment
   */
  take(accountId: string, slot: UploadClaim, share: number): Promise<boolean>;
  /** Releases a slot; one that has ended is ignored. */
  release(accountId: string, token: string): Promise<void>;
}

/** The storage of uploaded bytes until their upload is completed, and of the files that are made of them. */
export interface UploadBlobs {
  presignPut(key: string, expected: { content_type: string; size_bytes: number }, seconds: number): Promise<string>;
  /** Bytes of a file; undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  getBytes(key: string): Promise<Uint8Array>;
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * Fetches the bytes at an address that a client named.
 * @throws ServiceError `url_forbidden` for a private, local or reserved address; the kind's own codes when there are too
 * many bytes, or when the request fails.
 */
export type FetchFile = (url: string, kind: FileKind) => Promise<Uint8Array>;

/**
 * The decoder gave no answer. `ended`: its process ended (memory, a trap of native code). `timed_out`: its time was up.
 * `failed`: a fault of this service, or of what it calls.
 */
export class DecoderFault extends Error {
  override name = 'DecoderFault';
  readonly how: 'ended' | 'timed_out' | 'failed';

  constructor(how: DecoderFault['how'], message: string) {
    super(message);
    this.how = how;
  }
}

/** The function that decodes clients' files (`decodeUpload`). */
export interface Decoder {
  /**
   * Runs it once and waits for its answer, which is not checked yet.
   * @throws DecoderFault without an answer; Unavailable when it cannot be started; the signal's reason after an abort
   */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<unknown>;
}
