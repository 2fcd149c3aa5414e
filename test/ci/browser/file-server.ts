import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = { '.mp4': 'video/mp4', '.webm': 'video/webm' };

/** Serves an empty page at `/` and a file at `/file/<number>`, in ranges, as a storage service does. */
export async function serveFiles(files: readonly string[]): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const file = files[Number(/^\/file\/(\d+)$/.exec(request.url ?? '')?.[1])];
    if (file === undefined) {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>video</title>');
      return;
    }
    void answerRange(file, request.headers.range, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answerRange(file: string, range = 'bytes=0-', response: ServerResponse): Promise<void> {
  const { size } = await stat(file);
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  response.writeHead(206, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': end - start + 1,
  });
  createReadStream(file, { start, end }).pipe(response);
}
