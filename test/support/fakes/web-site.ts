import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file of a site: its media type and its bytes; a place to redirect to; or nothing, for an answer that never comes. */
export type SiteFile = readonly [type: string, bytes: string | Uint8Array] | { moved: string } | 'silent';

/** A web site on this machine. `asked` has the paths of its requests. */
export interface WebSite {
  base: string;
  files: Record<string, SiteFile>;
  asked: string[];
  close(): Promise<void>;
}

/** Starts a web site that has the files that a test gives it. */
export async function startSite(): Promise<WebSite> {
  const files: Record<string, SiteFile> = {};
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = Object.entries(files).find(([path]) => path === url)?.[1];
    if (file === 'silent') return;
    if (!file) response.writeHead(404).end();
    else if ('moved' in file) response.writeHead(302, { location: file.moved }).end();
    else response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ files, asked },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
