/** The part of this package that the rest of the service may use. */
export {
  ADDRESS_REFUSAL_MESSAGES,
  type AddressRefusal,
  hostOfUrl,
  isForbiddenIp,
  type LoopbackPermission,
  mayUrlResolveToLoopback,
  portOfUrl,
  receiverUrlRefusal,
} from './address-rules.ts';
export type { ResolveHostName } from './resolve-host-name.ts';
export { type SsrfGuardedRequestAnswer, sendSsrfGuardedRequest } from './send-ssrf-guarded-request.ts';
export { SsrfGuardedRequestError } from './ssrf-guarded-request-error.ts';
