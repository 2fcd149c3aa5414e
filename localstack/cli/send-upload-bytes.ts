import { ServiceRequestFailedError } from '#emulators/host/command-errors.ts';
import type { Schemas } from '#front/client/client.ts';

/** Sends the bytes of an announced file to storage. @param what the file in the message @throws ServiceRequestFailedError for a refusal */
export async function sendUploadBytes(
  { method, url, headers }: Pick<Schemas['Upload']['upload'], 'method' | 'url' | 'headers'>,
  bytes: Uint8Array,
  what: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, { method, headers, body: new Uint8Array(bytes), signal });
  if (!response.ok) {
    const text = (await response.text()).slice(0, 300);
    throw new ServiceRequestFailedError(`The upload of the ${what} was answered ${response.status}: ${text}`);
  }
  await response.body?.cancel();
}
