import { describe, expect, it } from 'vitest';
import { checkReceiverUrl } from '#features/webhooks/check-receiver-url.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

/** Names and the addresses they have; a name that is missing does not resolve. */
const NAMES: Readonly<Record<string, string[]>> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'private.example': ['10.1.2.3'],
  'rebind.example': ['93.184.216.34', '127.0.0.1'],
  'six.example': ['fd00::1'],
  'mapped.example': ['::ffff:169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
};

async function outcome(url: string, allowLoopback = false): Promise<string> {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return NAMES[name] ?? [];
  };
  try {
    await checkReceiverUrl({ resolve, allowLoopback }, url, 'url');
    return asked.length === 0 ? 'accepted without a look-up' : `accepted, asked ${asked.join()}`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.details.param).toBe('url');
    expect(error.status).toBe(400);
    // What a name of ours resolves to is not for strangers.
    expect(error.message).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    return error.code;
  }
}

describe('a receiver', () => {
  it.each([
    ['https://public.example/', 'accepted, asked public.example'],
    ['https://unknown.example/', 'accepted, asked unknown.example'],
    ['https://93.184.216.34/', 'accepted without a look-up'],
    ['https://private.example/', 'webhook_url_forbidden'],
    ['https://rebind.example/', 'webhook_url_forbidden'],
    ['https://six.example/', 'webhook_url_forbidden'],
    ['https://mapped.example/', 'webhook_url_forbidden'],
    ['https://10.0.0.1/', 'webhook_url_forbidden'],
    ['https://localhost/', 'webhook_url_forbidden'],
    ['http://public.example/', 'webhook_url_forbidden'],
    ['nonsense', 'webhook_url_forbidden'],
  ])('%s: %s', async (url, expected) => {
    expect(await outcome(url)).toBe(expected);
  });

  it.each([
    ['http://localhost:9000/', 'accepted without a look-up'],
    ['http://127.0.0.1:9000/', 'accepted without a look-up'],
    ['http://public.example/', 'accepted, asked public.example'],
    ['http://rebind.example/', 'webhook_url_forbidden'],
    ['http://private.example/', 'webhook_url_forbidden'],
    ['http://LOCALHOST/', 'webhook_url_forbidden'],
  ])('under the local stack, %s: %s', async (url, expected) => {
    expect(await outcome(url, true)).toBe(expected);
  });
});
