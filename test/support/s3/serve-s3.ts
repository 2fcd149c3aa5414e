import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createS3Handler, type S3Options, type S3RequestListener } from '#emulators/s3/server.ts';

export interface S3Server {
  /** `http://127.0.0.1:<port>` */
  endpoint: string;
  handler: S3RequestListener;
  /** Ends open connections, too. */
  close(): Promise<void>;
}

/** Its own server on a free port of 127.0.0.1. */
export async function serveS3(options: S3Options, port = 0): Promise<S3Server> {
  const handler = await createS3Handler(options);
  const server = createServer({ requestTimeout: 0 }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handler,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
