import { ApiError, NoAnswer } from './api-error.ts';
import type { components } from './schema.ts';

/** The address to which an announced file is sent, with method and headers: `upload` of an answer. */
export type UploadTarget = components['schemas']['PresignedUpload'];

/** Content to send: bytes, or a file of any size that is read while it is sent. */
export type SentFile = Uint8Array<ArrayBuffer> | Blob;

/** Size of a file in bytes. */
export const sizeOfSentFile = (file: SentFile): number => (file instanceof Blob ? file.size : file.byteLength);

/**
 * Sends a file to the address of its announced upload.
 * @throws ApiError if the storage refuses it, NoAnswer if it does not answer, and the reason of the signal
 */
export async function sendFileToUploadTarget(
  { method, url, headers }: UploadTarget,
  file: SentFile,
  { signal, fetch: send = fetch }: { signal?: AbortSignal | undefined; fetch?: typeof fetch | undefined } = {},
): Promise<void> {
  const { origin, pathname } = new URL(url);
  const operation = { method, path: pathname };
  const sent = send(url, { method, headers, body: file, ...(signal ? { signal } : {}) });
  const response = await sent.catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new NoAnswer(operation, origin, error);
  });
  if (!response.ok) throw new ApiError(operation, response.status, await response.text(), response.headers);
  await response.body?.cancel();
}
