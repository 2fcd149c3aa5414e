import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RecordedRequest {
  /** Method and path under `/v1`, such as `GET /timelines`; of a file that is put into storage `PUT /file`. */
  line: string;
  type: string | undefined;
  apiKey: string | undefined;
  body: string;
}

/**
 * Services that answer every request well, and an announced file with an upload, each under its own base address.
 * @param count how many
 */
export async function recordingServices(count: number) {
  const requests = Array.from({ length: count }, (): RecordedRequest[] => []);
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { pathname, search } = new URL(request.url ?? '', 'http://host');
    const header = (name: string) => [request.headers[name]].flat()[0];
    const [, number = '', path = ''] = /^\/(\d+)(?:\/v1)?(\/.*)$/.exec(pathname) ?? [];
    requests[Number(number)]?.push({
      line: `${request.method} ${path}${search}`,
      type: header('content-type'),
      apiKey: header('x-api-key'),
      body,
    });
    const upload = { id: 'up_1', method: 'PUT', url: `${origin()}/${number}/file`, headers: {} };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body.includes('"size_bytes"') ? { upload } : {}));
  });
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: (at: number): string => `${origin()}/${at}/v1`,
    /** What each was asked, in order. */
    requests: requests as readonly (readonly RecordedRequest[])[],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
