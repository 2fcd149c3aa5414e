import { ServiceRequestFailedError } from '#emulators/host/command-errors.ts';
import type { Schemas } from '#front/client/client.ts';

/**
 * Sends the bytes of an announced file to storage.
 * @param fileNoun noun for the file, for the error
 * @throws ServiceRequestFailedError for a refusal
 */
export async function sendUploadBytes(
  { method, url, headers }: Pick<Schemas['Upload']['upload'], 'method' | 'url' | 'headers'>,
  bytes: Uint8Array,
  fileNoun: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, { method, headers, body: new Uint8Array(bytes), signal });
  if (!response.ok) {
    const answerText = (await response.text()).slice(0, 300);
    throw new ServiceRequestFailedError(`The upload of the ${fileNoun} was answered ${response.status}: ${answerText}`);
  }
  await response.body?.cancel();
}
