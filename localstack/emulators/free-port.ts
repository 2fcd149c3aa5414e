import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports that no system gives to a connection or to a listener that takes any port (Linux does so from 32768, others from 49152): a process
 * that starts seconds later finds its port still free.
 */
const LOWEST_PORT = 20_000;
const ABOVE_HIGHEST_PORT = 32_768;
/** Ports that are tried. Only a fault of the machine makes all of them fail. */
const ATTEMPTS = 100;

/** Resolves to false if the port cannot be listened on. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Finds a port of 127.0.0.1 on which nothing listens at this moment.
 * @param pick returns an integer from its first number to below its second
 * @throws Error if many ports in a row cannot be listened on
 */
export async function findFreePort(pick: (from: number, below: number) => number = randomInt): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = pick(LOWEST_PORT, ABOVE_HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${ATTEMPTS} ports of 127.0.0.1 can be listened on`);
}
