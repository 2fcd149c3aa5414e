import { describe, expect, it, onTestFinished } from 'vitest';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { startGateway } from '#stack/gateway/gateway.ts';
import { BUCKET, s3Client, startS3 } from '#test/support/s3/start-s3.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A bucket whose files clients know by a public address, and the gateway that they reach behind a proxy. */
async function publicBucket(mediaUrl: string) {
  const s3 = await startS3();
  const gateway = await startGateway({
    port: 0,
    target: () => undefined,
    waitMs: 1,
    allowedHosts: [new URL(mediaUrl).hostname],
    files: {
      mediaUrl,
      answer: (request, response, { url, signed }) => s3.handler.answerAt(request, response, url, signed),
    },
    log: silent,
  });
  onTestFinished(() => gateway.close());
  const presigner = s3Client(mediaUrl);
  onTestFinished(() => presigner.destroy());
  /** Sends a request for a public address to the gateway, as a proxy does. @param strip the part of the path that the proxy takes away */
  const send = (url: string, init: RequestInit = {}, strip = '') => {
    const { pathname, search } = new URL(url);
    return fetch(`http://127.0.0.1:${gateway.port}${pathname.slice(strip.length)}${search}`, init);
  };
  return { files: s3BucketStorage(s3.client, BUCKET, presigner), send };
}

describe('files at a public address', () => {
  it.each([
    ['its own path', 'https://video.example.com/media', ''],
    ['a path that the proxy takes away', 'https://example.com/tools/media', '/tools'],
    ['a path that the proxy keeps', 'https://example.com/files', ''],
  ])('are written and read by %s', async (_, mediaUrl, strip) => {
    const { files, send } = await publicBucket(mediaUrl);
    const type = { content_type: 'text/plain', size_bytes: 5 };
    const put = await files.presignPut('a b.txt', type, 60);
    expect(put.startsWith(`${mediaUrl}/${BUCKET}/a%20b.txt?`)).toBe(true);
    const written = await send(put, { method: 'PUT', body: 'hello', headers: { 'content-type': 'text/plain' } }, strip);
    expect(written.status).toBe(200);
    const read = await send(await files.presignGet('a b.txt'), { headers: { range: 'bytes=1-3' } }, strip);
    expect([read.status, await read.text()]).toEqual([206, 'ell']);
  });

  it('are refused without the signature, with another one, and for what is not signed', async () => {
    const { files, send } = await publicBucket('https://video.example.com/media');
    await files.putBytes('a.txt', Buffer.from('hello'), 'text/plain');
    const url = await files.presignGet('a.txt');
    const status = async (address: string, init?: RequestInit) => (await send(address, init)).status;
    expect(await status(url)).toBe(200);
    expect(await status(url.split('?')[0] ?? '')).toBe(404);
    expect(await status(url.replace(/Signature=./, 'Signature=g'))).toBe(403);
    expect(await status(url.replace('a.txt', 'b.txt'))).toBe(403);
    expect(await status(url, { method: 'DELETE' })).toBe(404);
    expect(await status(`https://video.example.com/media/${BUCKET}/`)).toBe(404);
  });
});
