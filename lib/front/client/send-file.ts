import { ApiError, NoAnswer } from './api-error.ts';
import type { components } from './schema.ts';

/** Target of an announced file: `upload` of an answer. */
export type UploadTarget = components['schemas']['PresignedUpload'];

/** Content to send: bytes, or a file of any size that is read while it is sent. */
export type SentFile = Uint8Array<ArrayBuffer> | Blob;

/** Bytes of a file. */
export const bytesIn = (file: SentFile): number => (file instanceof Blob ? file.size : file.byteLength);

/**
 * Puts a file where an announced upload says.
 * @throws ApiError when the storage refuses it, NoAnswer when it does not answer, and the signal's reason
 */
export async function sendFile(
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
