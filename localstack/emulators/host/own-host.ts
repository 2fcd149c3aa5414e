import type { IncomingMessage } from 'node:http';

/** This machine, as programs on it call it; the last is what containers call it. */
const OWN_HOSTS =
  /^(localhost|[\w.-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|host\.docker\.internal)(:\d{1,5})?$/i;

/**
 * Reports whether a request names this machine as its host. A page of another site can have its own name resolved to 127.0.0.1 after it was loaded (DNS
 * rebinding), and could then read what is answered here; its requests name that site.
 * @param others host names that are allowed besides, such as that of a tunnel
 */
export function namesOwnHost({ headers }: Pick<IncomingMessage, 'headers'>, others: readonly string[] = []): boolean {
  const { host } = headers;
  if (host === undefined) return false;
  return OWN_HOSTS.test(host) || others.includes(host.replace(/:\d+$/, '').toLowerCase());
}
