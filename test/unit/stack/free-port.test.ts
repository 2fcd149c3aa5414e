import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { findFreePort } from '#emulators/free-port.ts';

const server = createServer();
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function takenPort(): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('findFreePort', () => {
  test('takes the next port when one is taken', async () => {
    const taken = await takenPort();
    const free = await findFreePort();
    const picks = [taken, taken, free];
    expect(await findFreePort(() => picks.shift() ?? 0)).toBe(free);
    expect(picks).toEqual([]);
  });

  test('fails when each port that it tries is taken', async () => {
    const taken = await takenPort();
    await expect(findFreePort(() => taken)).rejects.toThrow('none of 100 ports');
  });

  test('takes no port that a system gives to connections', async () => {
    const bounds: number[][] = [];
    const port = await findFreePort((from, below) => {
      bounds.push([from, below]);
      return below - 1 - bounds.length;
    });
    expect(bounds[0]).toEqual([20_000, 32_768]);
    expect(port).toBeLessThan(32_768);
  });
});
