import type { IncomingMessage } from 'node:http';

/** Matches the names of this machine for programs on it. The last is the one for programs in containers. */
const OWN_HOSTS =
  /^(localhost|[\w.-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|host\.docker\.internal)(:\d{1,5})?$/i;

/**
 * Reports whether the Host header of a request names this machine. Another site can let its name resolve to 127.0.0.1 after its page was
 * loaded (DNS rebinding), and the page could then read the answers; but its requests name that site.
 * @param otherHosts more host names that are allowed, such as that of a tunnel
 */
export function doesHostHeaderNameThisHost(
  { headers }: Pick<IncomingMessage, 'headers'>,
  otherHosts: readonly string[] = [],
): boolean {
  const { host } = headers;
  if (host === undefined) return false;
  return OWN_HOSTS.test(host) || otherHosts.includes(host.replace(/:\d+$/, '').toLowerCase());
}
