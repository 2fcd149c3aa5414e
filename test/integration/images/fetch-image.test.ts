import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGE_FILE_RULES } from '#features/images/image-rules.ts';
import { createHttpFileFetcher } from '#features/uploads/fetch-file.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

const PICTURE = Buffer.from(Array.from({ length: 3000 }, (_, i) => i % 256));
let base: string;
const seen: string[] = [];
const answers: Record<string, RequestListener> = {
  '/picture': (_, response) => response.end(PICTURE),
  '/moved': (_, response) => response.writeHead(302, { location: '/picture' }).end(),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/endless': (_, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(2 ** 20)));
    };
    response.on('drain', more);
    more();
  },
};
const server = createServer((request, response) => {
  seen.push(request.url ?? '');
  answers[request.url ?? '']?.(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const codeOf = async (url: string, allowLoopback: boolean): Promise<string> =>
  createHttpFileFetcher({ allowLoopback })(url, IMAGE_FILE_RULES).then(
    () => 'fetched',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );

describe('an image at an address', () => {
  it('comes as it is', async () => {
    expect(
      Buffer.from(await createHttpFileFetcher({ allowLoopback: true })(`${base}/picture`, IMAGE_FILE_RULES)).equals(
        PICTURE,
      ),
    ).toBe(true);
  });

  it('is not looked for where the address points on to', async () => {
    seen.length = 0;
    expect(await codeOf(`${base}/moved`, true)).toBe('image_invalid');
    expect(seen).toEqual(['/moved']);
  });

  it('that is not there, or too large, is refused', async () => {
    expect(await codeOf(`${base}/missing`, true)).toBe('image_invalid');
    expect(await codeOf(`${base}/endless`, true)).toBe('image_too_large');
    expect(IMAGE_FILE_RULES.max_bytes).toBe(26_214_400);
  });

  it('is never fetched from this machine by the service', async () => {
    seen.length = 0;
    for (const url of [`${base}/picture`, base.replace('127.0.0.1', 'localhost'), base.replace('http:', 'https:')])
      expect(await codeOf(url, false)).toBe('url_forbidden');
    expect(seen).toEqual([]);
  });
});
