/** The part of this package that the rest of the service may use. */
export {
  ADDRESS_REFUSAL_MESSAGES,
  type AddressRefusal,
  hostOfUrl,
  isForbiddenIp,
  type LoopbackPermission,
  mayBeLoopback,
  portOfUrl,
  receiverUrlRefusal,
} from './address-rules.ts';
export { type GuardedAnswer, guardedRequest } from './guarded-request.ts';
export { GuardedRequestFault } from './guarded-request-fault.ts';
export type { ResolveHostName } from './resolve-host-name.ts';
