import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { z } from 'zod';
import type { Principal } from '#features/accounts/public.ts';
import type { Contract } from '#kernel/contract/contract.ts';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';
import { isUnchanged, type Precondition, quotedTag } from '#kernel/shared/precondition.ts';
import type { PrepareAnswer } from '#kernel/shared/prepared-answer.ts';
import type { WriteRecord } from '#kernel/shared/unit-record.ts';
import { entityTag } from './entity-tag.ts';
import { type HttpResponse, notModifiedResponse, replayedResponse, successResponse } from './http-response.ts';
import { storedSuccess } from './idempotency/stored-answer.ts';
import { type AllowOriginsDeps, allowOrigins } from './middleware/allow-origins.ts';
import { type AuthenticateRequestDeps, authenticateRequest } from './middleware/authenticate-request.ts';
import { type IdempotencyDeps, idempotency } from './middleware/idempotency.ts';
import { type ProblemAnswerDeps, problemAnswer } from './middleware/problem-answer.ts';
import { enforceRateLimit, type RateLimitDeps } from './middleware/rate-limit.ts';
import { readBody } from './middleware/read-body.ts';
import { readPrecondition } from './middleware/read-precondition.ts';
import { recordRequest } from './middleware/record-request.ts';
import { requestId } from './middleware/request-id.ts';
import { stateOf } from './middleware/request-state.ts';
import { validateRequest } from './middleware/validate-request.ts';

/** A request after all checks, as a handler gets it. */
export interface CheckedRequest<Params, Query, Body, Answer = unknown> {
  /** An open operation has none: its handler must not look. */
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  /** File that was sent instead of a JSON body, where the contract takes files; then `body` is absent. */
  file?: UploadedFile | undefined;
  requestId: string;
  /** The conditions under which the client wants the request done; only of an operation that is `conditional`. */
  precondition: Precondition;
  /** Event as it came in, for an operation that speaks another protocol. */
  event: APIGatewayProxyEvent;
  /** Prepares the answer for the write that commits the work. A handler that has done so need not give it back. */
  prepareAnswer: PrepareAnswer<Answer>;
}

export interface EndpointDeps
  extends AllowOriginsDeps,
    AuthenticateRequestDeps,
    RateLimitDeps,
    IdempotencyDeps,
    ProblemAnswerDeps {
  /** Does `work` so that it does not repeat calls for longer than the answer may take. */
  withinTimeLeft<T>(context: Context, work: () => Promise<T>): Promise<T>;
  /** Does `work` so that its accesses to the table wait for `admitted`. */
  rateLimitGate<T>(admitted: Promise<void>, work: () => Promise<T>): Promise<T>;
  clock: Clock;
  record: WriteRecord;
}

type Handle<Params, Query, Body, Answer> = (
  request: CheckedRequest<Params, Query, Body, Answer>,
) => Promise<Answer> | Promise<void>;

/** The stack around every operation. A failure of any step is answered in the one error shape. */
export function makeEndpoint(deps: () => EndpointDeps) {
  return function endpoint<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
  >(
    contract: Contract<Params, Query, Body, Answer>,
    handle: Handle<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>>,
  ) {
    type Request = CheckedRequest<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>>;

    async function answerRequest(event: APIGatewayProxyEvent): Promise<HttpResponse> {
      const { requestId, principal, file, input, admitted, claim, replay, precondition = {} } = stateOf(event);
      if (replay !== undefined)
        return tagged(
          replayedResponse(replay, requestId),
          contract.written && parseJsonIf(contract.answer, replay),
          precondition,
        );
      let prepared: unknown;
      const prepareAnswer: Request['prepareAnswer'] = async (answer) => {
        prepared = answer;
        return claim?.prepare(storedSuccess(JSON.stringify(answer)));
      };
      const given = await deps().rateLimitGate<unknown>(admitted, () =>
        handle({ ...input, principal, file, requestId, precondition, event, prepareAnswer } as Request),
      );
      // A handler that reads nothing has not waited for it.
      await admitted;
      const answer = given ?? prepared;
      if (answer === undefined) throw new Error('the handler gave no answer');
      return tagged(successResponse(contract, answer, requestId), answer, precondition);
    }

    /** A success with the tag of what it shows; without its body where the client has just that. */
    function tagged(response: HttpResponse, answer: unknown, precondition: Precondition): HttpResponse {
      const tag = entityTag(contract, { json: response.body, answer }, deps().clock());
      if (tag === undefined) return response;
      const etag = quotedTag(tag);
      if (contract.method === 'GET' && isUnchanged(precondition, tag)) return notModifiedResponse(response, etag);
      return { ...response, headers: { ...response.headers, etag } };
    }

    const stack = middy<APIGatewayProxyEvent, HttpResponse, Error, Context>()
      .use(recordRequest(contract, deps))
      .use(requestId())
      .use(allowOrigins(deps))
      .use(problemAnswer(contract, deps))
      .use(authenticateRequest(contract, deps))
      .use(enforceRateLimit(contract, deps))
      .use(readBody(contract))
      .use(validateRequest(contract))
      .use(readPrecondition(contract))
      .use(idempotency(contract, deps))
      .handler(answerRequest);
    return async (event: APIGatewayProxyEvent, context: Context): Promise<HttpResponse> => {
      const response = await deps().withinTimeLeft(context, async () => stack(event, context));
      if (!response) throw new Error('the request has no answer');
      return response;
    };
  };
}
