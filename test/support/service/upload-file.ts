import type { Client } from './start-service.ts';

/**
 * Announces a file and sends its bytes to the address that the answer names.
 * @param target path at which it is announced
 * @returns the id of the upload
 */
export async function uploadFile(client: Client, target: string, type: string, bytes: Uint8Array): Promise<string> {
  const { upload } = await client.ok<{ upload: { id: string; url: string; headers: Record<string, string> } }>(
    'POST',
    target,
    { content_type: type, size_bytes: bytes.length },
  );
  const { 'content-length': _, ...headers } = upload.headers;
  const sent = await fetch(upload.url, { method: 'PUT', headers, body: Uint8Array.from(bytes) });
  if (!sent.ok) throw new Error(`the upload got ${sent.status}`);
  return upload.id;
}
