import { z } from 'zod';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { pickServiceIdsForLog, type WriteWorkLogRecord } from '#kernel/shared/work-log-record.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

/** The part of a failure's body that the record needs. */
const failureBodySchema = z.object({ error: z.object({ code: z.union([z.string(), z.number()]) }) });
/** The recorded code of a failure in another shape: a record must not make an answer fail. */
const UNKNOWN_CODE = 'unknown';

/** The error code of an answer; undefined for a success. */
function errorCodeOf(status: number, body: string): string | undefined {
  if (status < 400) return undefined;
  // Errors of the tools for agents (JSON-RPC) have a number as their code.
  const code = parseJsonIfValid(failureBodySchema, body)?.error.code;
  return code === undefined ? UNKNOWN_CODE : String(code);
}

/**
 * The id at the start of an answer, which is that of its resource, such as that of the new render for POST /renders; undefined if the
 * answer does not start with an id.
 */
const resourceIdOf = (body: string): string | undefined => /^\{"id":"([a-z]+_[0-9A-Z]{26})"/.exec(body)?.[1];

/**
 * Writes one record for each request, errors included. It is the first middleware, so that it gets the final answer. The recorded path
 * is that of the contract, because the path that was sent is unchecked text of the client.
 */
export function requestRecordMiddleware(
  { operation, method, path, media }: Pick<OperationContract, 'operation' | 'method' | 'path' | 'media'>,
  deps: () => { record: WriteWorkLogRecord; clock: Clock },
): EndpointMiddleware {
  const startTimes = new WeakMap<object, number>();
  const writeRecord: EndpointMiddleware['after'] = ({ event, response }) => {
    const { record, clock } = deps();
    const { requestId, principal, replay } = requireRequestState(event);
    const { statusCode: status = 500, body = '' } = response ?? {};
    const code = errorCodeOf(status, body);
    const durationMs = clock().getTime() - (startTimes.get(event) ?? clock().getTime());
    const details = {
      request_id: requestId,
      account_id: principal?.account_id,
      method,
      path,
      status,
      replayed: replay === undefined ? undefined : true,
      ...pickServiceIdsForLog(event.pathParameters ?? {}, 'path_id'),
      resource_id: status < 400 && media === undefined ? resourceIdOf(body) : undefined,
    };
    record({
      message: 'request',
      dimensions: [{ operation }, ...(code === undefined ? [] : [{ code }])],
      metrics: { Requests: 1, RequestDuration: durationMs },
      details,
    });
  };
  return {
    before: ({ event }) => {
      startTimes.set(event, deps().clock().getTime());
    },
    after: writeRecord,
    onError: writeRecord,
  };
}
