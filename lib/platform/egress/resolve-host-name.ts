import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { isIPv4CompatibleAddress, LOOPBACK_ADDRESSES, unmappedIpAddress } from './address-rules.ts';

/** A function that looks up the present addresses of a host name; empty if it has none. */
export type ResolveHostName = (hostname: string) => Promise<string[]>;

/** Timeout of the first of two queries; c-ares doubles it for the second. A silent name server costs 4.5 s. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;

/**
 * A resolver that queries the name servers of this machine, or the given ones (`address:port`). It does not use `getaddrinfo`. That
 * function also reads the hosts file, and occupies one of the process's four threads until it is answered, so four names with silent
 * servers would block all other look-ups.
 */
export const createHostNameResolver =
  (servers?: readonly string[]): ResolveHostName =>
  async (hostname) => {
    if (hostname === 'localhost') return LOOPBACK_ADDRESSES;
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };

/** The resolver with the name servers of this machine. */
export const resolveHostName: ResolveHostName = createHostNameResolver();

/** Code of a lookup error: the name resolves to a refused address. */
export const REFUSED_ADDRESS_CODE = 'EREFUSED_ADDRESS';

/**
 * The look-up function of a socket. The filtering agent checks the addresses that the function returns, except IPv4-compatible ones. These
 * are refused here, because they would make the agent end the process. (With a separate block list, the agent would warn at every address
 * of the other family.)
 */
export const createSsrfGuardedLookup =
  (resolve: ResolveHostName): LookupFunction =>
  (hostname, options, callback) => {
    const done = (addresses: LookupAddress[]) => {
      const [first] = addresses;
      if (addresses.some(({ address }) => isIPv4CompatibleAddress(address) && address !== '::1'))
        callback(Object.assign(new Error('the address is refused'), { code: REFUSED_ADDRESS_CODE }), '', 0);
      else if (!first) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const withFamily = (address: string): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 });
    resolve(hostname).then(
      (addresses) => done(addresses.map((address) => withFamily(unmappedIpAddress(address)))),
      (error: Error) => callback(error, '', 0),
    );
  };
