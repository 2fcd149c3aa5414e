import { z } from 'zod';
import type { Contract } from '#kernel/contract/contract.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { idsIn, type WriteRecord } from '#kernel/shared/unit-record.ts';
import { type EndpointMiddleware, stateOf } from './request-state.ts';

const failureBody = z.object({ error: z.object({ code: z.union([z.string(), z.number()]) }) });
/** For a failure that has another shape: no answer may fail because of its record. */
const UNKNOWN_CODE = 'unknown';

/** The code of a failure in the one error shape; undefined for a success. */
function codeOf(status: number, body: string): string | undefined {
  if (status < 400) return undefined;
  // The answer of the tools for agents has a number.
  const code = parseJsonIf(failureBody, body)?.error.code;
  return code === undefined ? UNKNOWN_CODE : String(code);
}

/** The id of what an answer is about: of a render after POST /renders, for example. */
const resourceOf = (body: string): string | undefined => /^\{"id":"([a-z]+_[0-9A-Z]{26})"/.exec(body)?.[1];

/**
 * Writes one record for each request, whatever its answer is. Used first, so that it sees the answer last. The path is the
 * contract's: what the client sent is text of the client.
 */
export function recordRequest(
  { operation, method, path, media }: Pick<Contract, 'operation' | 'method' | 'path' | 'media'>,
  deps: () => { record: WriteRecord; clock: Clock },
): EndpointMiddleware {
  const begun = new WeakMap<object, number>();
  const finish: EndpointMiddleware['after'] = ({ event, response }) => {
    const { record, clock } = deps();
    const { requestId, principal, replay } = stateOf(event);
    const { statusCode: status = 500, body = '' } = response ?? {};
    const code = codeOf(status, body);
    const duration = clock().getTime() - (begun.get(event) ?? clock().getTime());
    const details = {
      request_id: requestId,
      account_id: principal?.account_id,
      method,
      path,
      status,
      replayed: replay === undefined ? undefined : true,
      ...idsIn(event.pathParameters ?? {}, 'path_id'),
      resource_id: status < 400 && media === undefined ? resourceOf(body) : undefined,
    };
    record({
      message: 'request',
      dimensions: [{ operation }, ...(code === undefined ? [] : [{ code }])],
      metrics: { Requests: 1, RequestDuration: duration },
      details,
    });
  };
  return {
    before: ({ event }) => {
      begun.set(event, deps().clock().getTime());
    },
    after: finish,
    onError: finish,
  };
}
