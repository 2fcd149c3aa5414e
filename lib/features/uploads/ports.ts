import type { CreationTimeFilter, RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { SsrfGuardedRequestAnswer } from '#platform/egress/public.ts';
import type { DecodeRequest, VideoDecodeRequest } from './decoding.ts';
import type { SentFileRules } from './sent-file-rules.ts';

/** An upload that was announced and not yet completed. */
export interface AnnouncedUpload {
  id: string;
  account_id: string;
  /** The path of the operation that announced it; only there it can be completed. */
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
  insert(upload: AnnouncedUpload, answer?: PreparedIdempotentAnswer): Promise<void>;
  find(accountId: string, uploadId: string): Promise<AnnouncedUpload | undefined>;
  /** The uploads that are not completed, newest first. Expired ones may be listed for some time. */
  list(
    accountId: string,
    filter: CreationTimeFilter,
    page: RepositoryPageRequest,
  ): Promise<RepositoryPage<AnnouncedUpload>>;
  remove(accountId: string, uploadId: string): Promise<void>;
  /**
   * Claims an upload for a request that completes it.
   * @throws WriteConflictError while another claim is valid, and for an upload that was removed
   */
  claim(accountId: string, uploadId: string, claim: UploadClaim): Promise<void>;
  /** Releases a claim. Does nothing if it has ended. */
  release(accountId: string, uploadId: string, token: string): Promise<void>;
}

/** The right to complete an upload until a certain time. */
export interface UploadClaim {
  token: string;
  now: string;
  until: string;
}

/** The decoder slots of accounts. All accounts share the decoders. */
export interface AccountDecoderSlots {
  /**
   * Takes a slot if the account has taken fewer than `share`. Slots whose time is over are free.
   * @returns false when no slot is free, or another process changed the slots at the same time
   */
  take(accountId: string, slot: UploadClaim, share: number): Promise<boolean>;
  /** Releases a slot. Does nothing if its time is over. */
  release(accountId: string, token: string): Promise<void>;
}

/** The storage of uploaded files until their upload is completed, and of the files that are made from them. */
export interface UploadBlobs {
  presignPut(key: string, expected: { content_type: string; size_bytes: number }, seconds: number): Promise<string>;
  /** The size of a file in bytes; undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  getBytes(key: string): Promise<Uint8Array>;
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * Fetches the file at an address that a client sent.
 * @throws ServiceError `url_forbidden` for a private, local or reserved address; the codes of its rules when there are too
 * many bytes, or when the request fails.
 */
export type FetchFile = (url: string, rules: SentFileRules) => Promise<Uint8Array>;

/**
 * Sends one request to an address of a client, under the rules for addresses, and does not follow a redirect.
 * @throws ServiceError `url_forbidden` for an address that is forbidden; the code of its rules without an answer
 */
export type SendSsrfGuardedGet = (
  url: string,
  rules: SentFileRules,
  timeoutMs?: number,
) => Promise<SsrfGuardedRequestAnswer>;

/**
 * The error if the decoder gave no valid answer. `ended`: its process ended (out of memory, a crash of native code). `timed_out`: it exceeded
 * its time. `failed`: a fault of this service, or of a service that it calls.
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
export interface DecodeUploadFunction {
  /**
   * Calls the decoder once and returns its answer, unchecked.
   * @throws DecoderFault without an answer; DependencyUnavailableError when it cannot be called; the signal's reason after an abort
   */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<unknown>;
}

/** The function that decodes clients' videos (`decodeVideo`). */
export interface DecodeVideoFunction {
  /** Calls the decoder of videos once, for up to 13 minutes, and returns its answer, unchecked. @throws as `DecodeUploadFunction.decode` */
  decodeVideo(request: VideoDecodeRequest, signal: AbortSignal): Promise<unknown>;
}
