import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseRange } from '#emulators/s3/byte-range.ts';
import { S3Error } from '#emulators/s3/errors.ts';
import type { WatchState } from './watch-deck.ts';

const FILES = join(import.meta.dirname, 'page');
/** Path → file and type. */
const STATIC: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** Nothing but what this server serves, and no script or style within the page. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export interface WatchPageOptions {
  /** A port on 127.0.0.1; 0: any free one. */
  port: number;
  /** The video. It is replaced by renaming, so that one that is being sent stays whole. */
  film: string;
  /** Its MIME type. */
  type: string;
  /** Its captions, as WebVTT; the file need not be there. */
  captions: string;
}

export interface WatchPage extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/` */
  url: string;
  /** Shows this from now on. */
  show(state: WatchState): void;
}

/** Serves a page that shows the video and loads it again when there is another one. Only this machine reaches it. */
export async function startWatchPage({ port, film, type, captions }: WatchPageOptions): Promise<WatchPage> {
  const listeners = new Set<ServerResponse>();
  let last: WatchState | undefined;
  const eventOf = (state: WatchState): string => `data: ${JSON.stringify(state)}\n\n`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (!isOwnHost(request)) return void response.writeHead(421).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (pathname === '/film') return sendFile(request, response, film, type);
    if (pathname === '/captions') return sendFile(request, response, captions, 'text/vtt; charset=utf-8');
    if (pathname === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      response.write(last ? eventOf(last) : ':\n\n');
      return;
    }
    const [file, contentType] = Object.hasOwn(STATIC, pathname) ? (STATIC[pathname] ?? []) : [];
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': contentType });
    response.end(request.method === 'HEAD' ? undefined : await readFile(join(FILES, file)));
  }

  const server = createServer((request, response) => {
    // A reader may go away in the middle of the video.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    show(state) {
      last = state;
      for (const response of listeners) response.write(eventOf(state));
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A page of another site that gave its own name this address must not read the video. */
function isOwnHost({ headers: { host = '' } }: IncomingMessage): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host);
}

/** A player asks for ranges: without them it cannot jump. */
async function sendFile(request: IncomingMessage, response: ServerResponse, path: string, type: string): Promise<void> {
  const file = await open(path).catch(() => undefined);
  if (!file) return void response.writeHead(404).end();
  try {
    const { size } = await file.stat();
    const range = parseRange(request.headers.range, size);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    response.writeHead(range ? 206 : 200, {
      'content-type': type,
      'content-length': end - start + 1,
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    });
    if (request.method === 'HEAD') response.end();
    else await pipeline(file.createReadStream({ start, end, autoClose: false }), response);
  } catch (error) {
    if (!(error instanceof S3Error) || response.headersSent) throw error;
    response.writeHead(416).end();
  } finally {
    await file.close();
  }
}
