import { describe, expect, it } from 'vitest';
import { isGatewayReachableOnlyLocally, readPublicAddresses } from '#stack/public-addresses.ts';

describe('the addresses of the service', () => {
  it('are those of this machine without settings', () => {
    const access = readPublicAddresses({});
    expect(access).toEqual({ hosts: ['127.0.0.1', '::1'], baseUrl: undefined, mediaUrl: undefined, allowedHosts: [] });
    expect(isGatewayReachableOnlyLocally(access)).toBe(true);
  });

  it('are public with PUBLIC_BASE_URL, and files are at its origin', () => {
    const access = readPublicAddresses({ HOST: '0.0.0.0', PUBLIC_BASE_URL: 'https://Video.example.com/v1/' });
    expect(access).toEqual({
      hosts: ['0.0.0.0'],
      baseUrl: 'https://video.example.com/v1',
      mediaUrl: 'https://video.example.com/media',
      allowedHosts: ['video.example.com'],
    });
    expect(isGatewayReachableOnlyLocally(access)).toBe(false);
  });

  it('may have files elsewhere, and more host names', () => {
    const access = readPublicAddresses({
      PUBLIC_BASE_URL: 'https://api.example.com/v1',
      PUBLIC_MEDIA_URL: 'https://files.example.com',
      ALLOWED_HOSTS: 'Tunnel.example, ',
    });
    expect(access).toMatchObject({
      mediaUrl: 'https://files.example.com',
      allowedHosts: ['api.example.com', 'files.example.com', 'tunnel.example'],
    });
  });

  it.each([
    [{ HOST: '0.0.0.0' }, 'set PUBLIC_BASE_URL'],
    [{ HOST: 'example.com' }, 'HOST must be an address of this machine'],
    [{ PUBLIC_BASE_URL: 'video.example.com' }, 'must be an address such as'],
    [{ PUBLIC_BASE_URL: 'https://video.example.com' }, 'must end with the version'],
    [{ PUBLIC_BASE_URL: 'https://a:b@video.example.com/v1' }, 'must be an address such as'],
    [{ PUBLIC_MEDIA_URL: 'https://video.example.com/media' }, 'needs PUBLIC_BASE_URL'],
    [
      { PUBLIC_BASE_URL: 'https://video.example.com/v1', PUBLIC_MEDIA_URL: 'https://video.example.com/' },
      'needs a separate path',
    ],
  ])('are refused: %o', (environment, message) => {
    expect(() => readPublicAddresses(environment)).toThrow(message);
  });
});
