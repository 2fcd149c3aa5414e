import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of the script; `broken`: the connection ends without one. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  broken?: boolean;
}

export interface SeenRequest {
  /** Method, path and cursor. */
  line: string;
  body: string;
  key: string | undefined;
  apiKey: string | undefined;
}

/** A service that answers as scripts say, each under its own base address. */
export async function scriptedService(scripts: readonly (readonly ScriptedAnswer[])[]) {
  const seen = scripts.map((): SeenRequest[] => []);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://host');
    const [, number = '', path = ''] = /^\/(\d+)\/v1(.*)$/.exec(url.pathname) ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const requests = seen[Number(number)] ?? [];
    const answer = scripts[Number(number)]?.[requests.length] ?? { status: 418, body: 'the script has ended' };
    const header = (name: string) => [request.headers[name]].flat()[0];
    const cursor = url.searchParams.get('cursor');
    requests.push({
      line: `${request.method} ${path}${cursor === null ? '' : ` cursor=${cursor}`}`,
      body: Buffer.concat(chunks).toString(),
      key: header('idempotency-key'),
      apiKey: header('x-api-key'),
    });
    if (answer.broken) {
      request.socket.destroy();
      return;
    }
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${number}/v1`;
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(body.replaceAll('{base}', base));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: (script: number) => `http://127.0.0.1:${port}/${script}/v1`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
