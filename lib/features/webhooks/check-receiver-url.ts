import { isIP } from 'node:net';
import { ServiceError } from '#kernel/shared/errors.ts';
import {
  ADDRESS_REFUSAL_MESSAGES,
  type AddressRefusal,
  hostOfUrl,
  isForbiddenIp,
  type LoopbackPermission,
  mayUrlResolveToLoopback,
  receiverUrlRefusal,
} from '#platform/egress/public.ts';
import type { ResolveHostAddresses } from './ports.ts';

/**
 * Checks the URL of a receiver and the addresses to which its host resolves now. Every connection checks them again. A name that does
 * not resolve is accepted: it may resolve before the first event.
 * @param param name of the request's field with the URL
 * @throws ServiceError `webhook_url_forbidden`
 */
export async function checkReceiverUrl(
  { resolve, allowLoopback }: { resolve: ResolveHostAddresses; allowLoopback: LoopbackPermission },
  url: string,
  param: string,
): Promise<void> {
  const refuse = (reason: AddressRefusal): never => {
    throw new ServiceError('webhook_url_forbidden', `${param}: ${ADDRESS_REFUSAL_MESSAGES[reason]}`, { param });
  };
  const refusal = receiverUrlRefusal(url, allowLoopback);
  if (refusal) refuse(refusal);
  // The local stack allows loopback by its literal names, which need no lookup.
  if (mayUrlResolveToLoopback(url, allowLoopback)) return;
  const host = hostOfUrl(new URL(url));
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.some((address) => isForbiddenIp(address, false))) refuse('refused_address');
}
