import type { IncomingMessage } from 'node:http';
import type { ResolvedServerlessYml } from './api-process.ts';
import { clientAddressOf, type IsTrustedProxy } from './client-address.ts';
import { ClientRequestCounts } from './client-rate-limits.ts';
import { costlyRoutePatterns } from './costly-route-patterns.ts';

/** A limiter of the requests of each client: it counts them, and reports how long a client that sent too many must wait. */
export interface ClientRequestLimiter {
  /** Sets the bounds, which serverless.yml has. Requests before are not counted. */
  set(requests: NonNullable<ResolvedServerlessYml['requests']>): void;
  /** Counts a request. @returns seconds after which a client that sent too many may try again; undefined within the bounds */
  waitOf(request: IncomingMessage): number | undefined;
}

const SESSION_COOKIE = /(?:^|;\s*)session=([^;]+)/;

/** The credentials of a request, as the firewall of a stage counts them. */
const credentialsOf = ({ headers }: IncomingMessage): string[] =>
  [headers['x-api-key'], headers.authorization, SESSION_COOKIE.exec(headers.cookie ?? '')?.[1]].flatMap((value) =>
    value === undefined ? [] : [String(value)],
  );

/** Bounds the requests of each client as the firewall of a deployed stage does. @param isProxy reports whose `X-Forwarded-For` is trusted */
export function createClientRequestLimiter(isProxy: IsTrustedProxy): ClientRequestLimiter {
  let counts: ClientRequestCounts | undefined;
  let costlyPatterns: { methods: RegExp; path: RegExp }[] = [];
  return {
    set({ bounds, costly: routes }) {
      counts = new ClientRequestCounts(bounds);
      costlyPatterns = costlyRoutePatterns(routes).map(({ methods, path }) => ({
        methods: new RegExp(methods),
        path: new RegExp(path),
      }));
    },
    waitOf(request) {
      const [path = ''] = (request.url ?? '').split('?');
      const isCostly = costlyPatterns.some(
        ({ methods, path: pathPattern }) => methods.test(request.method ?? '') && pathPattern.test(path),
      );
      return counts?.waitOf({
        address: clientAddressOf(request, isProxy),
        credentials: credentialsOf(request),
        isCostly,
      });
    },
  };
}
