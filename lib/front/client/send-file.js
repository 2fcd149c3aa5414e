import { ApiError, NoAnswer } from './api-error.ts';
/** Bytes of a file. */
export const bytesIn = (file) => (file instanceof Blob ? file.size : file.byteLength);
/**
 * Puts a file where an announced upload says.
 * @throws ApiError when the storage refuses it, NoAnswer when it does not answer, and the signal's reason
 */
export async function sendFile({ method, url, headers }, file, { signal, fetch: send = fetch } = {}) {
  const { origin, pathname } = new URL(url);
  const operation = { method, path: pathname };
  const sent = send(url, { method, headers, body: file, ...(signal ? { signal } : {}) });
  const response = await sent.catch((error) => {
    signal?.throwIfAborted();
    throw new NoAnswer(operation, origin, error);
  });
  if (!response.ok) throw new ApiError(operation, response.status, await response.text(), response.headers);
  await response.body?.cancel();
}
