import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { parseByteRange } from '#emulators/s3/byte-range.ts';
import { S3Error } from '#emulators/s3/errors.ts';
import type { DeckWatchState } from './watch-deck.ts';

const PAGE_FOLDER = join(PROJECT_FOLDER, 'localstack/cli/watch/page');
/** The static files: file name and media type, by path. */
const STATIC_FILES: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** Headers of all answers. The page may load only files of this server, and no inline scripts or styles. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Options of `serveDeckWatchPage`. */
export interface DeckWatchPageOptions {
  /** A port on 127.0.0.1; 0: any free one. */
  port: number;
  /** Path of the video. It must be replaced by renaming, so that a file that is being sent does not change. */
  film: string;
  /** Media type of the video. */
  type: string;
  /** Path of its captions in WebVTT; the file may be missing. */
  captions: string;
}

/** A running server of the page. */
export interface DeckWatchPageServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/` */
  url: string;
  /** Sends a state to all open pages. */
  show(state: DeckWatchState): void;
}

/** Serves, only to this machine, a page that shows the video and loads a new one when there is one. */
export async function serveDeckWatchPage({
  port,
  film,
  type,
  captions,
}: DeckWatchPageOptions): Promise<DeckWatchPageServer> {
  const eventStreams = new Set<ServerResponse>();
  let lastState: DeckWatchState | undefined;
  const eventOf = (state: DeckWatchState): string => `data: ${JSON.stringify(state)}\n\n`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (!isLocalHost(request)) return void response.writeHead(421).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (pathname === '/film') return sendFile(request, response, film, type);
    if (pathname === '/captions') return sendFile(request, response, captions, 'text/vtt; charset=utf-8');
    if (pathname === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      eventStreams.add(response);
      response.on('close', () => eventStreams.delete(response));
      response.write(lastState ? eventOf(lastState) : ':\n\n');
      return;
    }
    const [file, contentType] = Object.hasOwn(STATIC_FILES, pathname) ? (STATIC_FILES[pathname] ?? []) : [];
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': contentType });
    response.end(request.method === 'HEAD' ? undefined : await readFile(join(PAGE_FOLDER, file)));
  }

  const server = createServer((request, response) => {
    // A browser may close the connection while the video is being sent.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    show(state) {
      lastState = state;
      for (const response of eventStreams) response.write(eventOf(state));
    },
    async [Symbol.asyncDispose]() {
      const closeEvent = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closeEvent;
    },
  };
}

/** Reports whether the Host is this machine. Other names are refused, against DNS rebinding: a site could resolve to 127.0.0.1. */
function isLocalHost({ headers: { host = '' } }: IncomingMessage): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host);
}

/** Sends a file, or a byte range of it: players need ranges in order to seek. */
async function sendFile(request: IncomingMessage, response: ServerResponse, path: string, type: string): Promise<void> {
  const file = await open(path).catch(() => undefined);
  if (!file) return void response.writeHead(404).end();
  try {
    const { size } = await file.stat();
    const range = parseByteRange(request.headers.range, size);
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
