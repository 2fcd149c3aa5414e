import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function refuseNetwork(): never {
  throw new Error('this process has no network');
}

/**
 * Removes the network from this process: sockets, servers, datagrams and name resolution. The permission model of Node 24 restricts
 * files, processes, threads and native code, but not the network.
 */
export function removeNetworkFromProcess(): void {
  const removedMethods: readonly [object, readonly string[]][] = [
    [net.Socket.prototype, ['connect']],
    [net.Server.prototype, ['listen']],
    [dgram.Socket.prototype, ['bind', 'connect', 'send']],
    ...[dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype].map(
      (owner): [object, readonly string[]] => [
        owner,
        Object.getOwnPropertyNames(owner).filter((name) => /^(lookup|resolve|reverse)/.test(name)),
      ],
    ),
  ];
  for (const [owner, names] of removedMethods)
    for (const name of names)
      Object.defineProperty(owner, name, { value: refuseNetwork, writable: false, configurable: false });
  syncBuiltinESMExports();
}
