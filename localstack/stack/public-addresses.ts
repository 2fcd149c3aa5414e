import { isIP } from 'node:net';
import { StartError } from '#emulators/host/start-error.ts';
import type { EnvironmentVariables } from './environment.ts';

/** The addresses at which the service is reached. */
export interface PublicAddresses {
  /** The addresses of this machine on which the gateway listens. */
  hosts: [string, ...string[]];
  /** The address of the API for clients on other machines, without a slash at its end; undefined: only programs on this machine are clients. */
  baseUrl: string | undefined;
  /** The address before the bucket's name in the signed addresses of files, without a slash at its end; undefined: that of the emulators. */
  mediaUrl: string | undefined;
  /** Host names of requests in addition to those of this machine. */
  allowedHosts: readonly string[];
}

const LOOPBACK_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;
/** The path of files at the gateway, which is that of their public address by default. */
export const PUBLIC_FILES_PATH = '/media';
const EXAMPLE = 'https://video.example.com/v1';

/** Reads an address that clients use. @throws StartError for any other text */
function parsePublicUrl(name: string, text: string, example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain)
    throw new StartError(`${name} must be an address such as ${example}, not "${text}"`);
  return url;
}

const withoutSlash = ({ href }: URL): string => href.replace(/\/+$/, '');

/** Reads the address of files. @throws StartError for one whose requests would look like those of the API */
function parseMediaUrl(text: string | undefined, publicBase: URL): string {
  const example = `${publicBase.origin}${PUBLIC_FILES_PATH}`;
  const url = parsePublicUrl('PUBLIC_MEDIA_URL', text || example, example);
  if (url.host === publicBase.host && /^\/(v1(\/|$)|$)/.test(url.pathname))
    throw new StartError(`PUBLIC_MEDIA_URL needs a separate path on ${url.host}, such as ${example}`);
  return withoutSlash(url);
}

/** Reads the addresses on which the gateway listens. @throws StartError for a host name, which may stand for several addresses */
function parseListenedHosts(host: string): [string, ...string[]] {
  if (host === '') return ['127.0.0.1', '::1'];
  if (host === 'localhost' || isIP(host) !== 0) return [host];
  throw new StartError(`HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, not "${host}"`);
}

/** Reports whether only programs on this machine reach the gateway. A proxy on it may let others in. */
export const isGatewayReachableOnlyLocally = ({ hosts }: Pick<PublicAddresses, 'hosts'>): boolean =>
  hosts.every((host) => LOOPBACK_HOST.test(host));

const namesIn = (text: string): string[] => text.split(',').flatMap((host) => host.trim().toLowerCase() || []);

/**
 * Reads HOST, PUBLIC_BASE_URL, PUBLIC_MEDIA_URL and ALLOWED_HOSTS.
 * @throws StartError for an address that is wrong, and for a HOST beyond this machine without the address that clients use
 */
export function readPublicAddresses({
  HOST = '',
  PUBLIC_BASE_URL = '',
  PUBLIC_MEDIA_URL,
  ALLOWED_HOSTS = '',
}: EnvironmentVariables): PublicAddresses {
  const hosts = parseListenedHosts(HOST);
  const extraNames = namesIn(ALLOWED_HOSTS);
  if (PUBLIC_BASE_URL === '') {
    if (!isGatewayReachableOnlyLocally({ hosts }))
      throw new StartError(
        `HOST=${HOST} lets other machines in: set PUBLIC_BASE_URL to the address that they use, such as ${EXAMPLE}`,
      );
    if (PUBLIC_MEDIA_URL) throw new StartError(`PUBLIC_MEDIA_URL needs PUBLIC_BASE_URL, such as ${EXAMPLE}`);
    return { hosts, baseUrl: undefined, mediaUrl: undefined, allowedHosts: extraNames };
  }
  const publicBase = parsePublicUrl('PUBLIC_BASE_URL', PUBLIC_BASE_URL, EXAMPLE);
  if (!/\/v1\/*$/.test(publicBase.pathname))
    throw new StartError(`PUBLIC_BASE_URL must end with the version of the API, such as ${EXAMPLE}`);
  const mediaUrl = parseMediaUrl(PUBLIC_MEDIA_URL, publicBase);
  const ownNames = [publicBase.hostname, new URL(mediaUrl).hostname].map((name) => name.toLowerCase());
  return {
    hosts,
    baseUrl: withoutSlash(publicBase),
    mediaUrl,
    allowedHosts: [...new Set([...ownNames, ...extraNames])],
  };
}
