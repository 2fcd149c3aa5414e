import { ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import {
  type DecodeAnswer,
  type DecoderOutputFileKind,
  decodeRequestSchema,
  isDecodeFaultCode,
  type PartKeptByDecoder,
} from './decoding.ts';
import type { UploadBlobs } from './ports.ts';

/** A file that was decoded within limits and encoded again, with facts about it. */
export interface DecodedUpload {
  bytes: Uint8Array;
  facts: Record<string, unknown>;
}

/** Decodes a file of a client. @throws ServiceError for a file that it refuses, and after an abort */
export type DecodeClientFile = (
  bytes: Uint8Array,
  signal: AbortSignal,
  kept: PartKeptByDecoder,
) => Promise<DecodedUpload>;

/** Dependencies of decodeUpload. */
export interface DecodeUploadDeps {
  files: Pick<UploadBlobs, 'getBytes' | 'putBytes'>;
  media: Readonly<Record<DecoderOutputFileKind, DecodeClientFile>>;
}

/**
 * Decodes one file. It runs in a function that may only read undecoded files and write decoded ones. If it is killed, it leaves at most
 * a file that expires; run twice, it writes the same file again.
 * @param signal aborts when the time of the decoder is over
 * @throws Error when the storage fails, for an invalid request, and for a fault of this service
 */
export async function decodeUpload(
  { files, media }: DecodeUploadDeps,
  request: unknown,
  signal: AbortSignal,
): Promise<DecodeAnswer> {
  const { medium, account_id, token, ...kept } = decodeRequestSchema.parse(request);
  const bytes = await files.getBytes(storageKeys.undecoded(account_id, token));
  try {
    const { bytes: decodedBytes, facts } = await media[medium](bytes, signal, kept);
    await files.putBytes(storageKeys.decoded(account_id, token), decodedBytes, 'application/octet-stream');
    return { facts };
  } catch (error) {
    if (!(error instanceof ServiceError) || !isDecodeFaultCode(error.code)) throw error;
    return { fault: { code: error.code, message: error.message } };
  }
}
