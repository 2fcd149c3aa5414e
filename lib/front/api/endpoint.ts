import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { z } from 'zod';
import type { Principal } from '#features/accounts/public.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import type { TextAnswer } from '#kernel/contract/text-answer.ts';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { isAnswerCachedByClient, type Precondition, quotedEntityTag } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { WriteWorkLogRecord } from '#kernel/shared/work-log-record.ts';
import { entityTagOfAnswer } from './entity-tag.ts';
import { createSuccessResponse, type HttpResponse, notModifiedResponse, replayedResponse } from './http-response.ts';
import { storedSuccess } from './idempotency/stored-answer.ts';
import { type AuthenticationMiddlewareDeps, authenticationMiddleware } from './middleware/authentication-middleware.ts';
import { bodyParsingMiddleware } from './middleware/body-parsing-middleware.ts';
import { type CorsMiddlewareDeps, corsMiddleware } from './middleware/cors-middleware.ts';
import { type ErrorAnswerMiddlewareDeps, errorAnswerMiddleware } from './middleware/error-answer-middleware.ts';
import { type IdempotencyMiddlewareDeps, idempotencyMiddleware } from './middleware/idempotency-middleware.ts';
import { preconditionMiddleware } from './middleware/precondition-middleware.ts';
import { type RateLimitMiddlewareDeps, rateLimitMiddleware } from './middleware/rate-limit-middleware.ts';
import { requestIdMiddleware } from './middleware/request-id-middleware.ts';
import { requestRecordMiddleware } from './middleware/request-record-middleware.ts';
import { requireRequestState } from './middleware/request-state.ts';
import { validationMiddleware } from './middleware/validation-middleware.ts';

/** A request after all checks, as a handler gets it. */
export interface CheckedRequest<Params, Query, Body, Answer = unknown> {
  /** The account and its rights. Not set for an operation without credentials (`open`), whose handler must not read it. */
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  /** The file that was sent instead of a JSON body, if the contract takes files; `body` is then absent. */
  file?: UploadedFile | undefined;
  requestId: string;
  /** The conditions of `if-match` and `if-none-match`; empty for an operation that is not `conditional`. */
  precondition: Precondition;
  /** The event of the gateway, for an operation with another protocol than JSON over HTTP (MCP). */
  event: APIGatewayProxyEvent;
  /** Prepares the answer to be stored by the write that commits the work. A handler that has called it need not return the answer. */
  prepareAnswer: PrepareIdempotentAnswer<Answer>;
}

/** Dependencies of all endpoints. */
export interface EndpointDeps
  extends CorsMiddlewareDeps,
    AuthenticationMiddlewareDeps,
    RateLimitMiddlewareDeps,
    IdempotencyMiddlewareDeps,
    ErrorAnswerMiddlewareDeps {
  /** Does `work`; its calls to other services are repeated at most for the time that is left for the answer. */
  withinTimeLeft<T>(context: Context, work: () => Promise<T>): Promise<T>;
  /** Does `work` with accesses to the table that wait until `admitted` resolves. */
  rateLimitGate<T>(admitted: Promise<void>, work: () => Promise<T>): Promise<T>;
  clock: Clock;
  record: WriteWorkLogRecord;
}

type Handle<Params, Query, Body, Answer> = (
  request: CheckedRequest<Params, Query, Body, Answer>,
) => Promise<Answer | TextAnswer> | Promise<void>;

/**
 * Creates the function that makes the Lambda handler of an operation from its contract and its use case, with the middlewares that all
 * operations have. A failure of any step is answered in the one error shape.
 * @param deps called for each request, because the first one creates them
 */
export function createEndpointFactory(deps: () => EndpointDeps) {
  return function endpoint<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
  >(
    contract: OperationContract<Params, Query, Body, Answer>,
    handle: Handle<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>>,
  ) {
    type Request = CheckedRequest<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>>;

    async function answerRequest(event: APIGatewayProxyEvent): Promise<HttpResponse> {
      const {
        requestId,
        principal,
        file,
        input,
        admitted,
        claim,
        replay,
        precondition = {},
      } = requireRequestState(event);
      if (replay !== undefined)
        return withEntityTag(
          replayedResponse(replay, requestId),
          // Undefined if an earlier version of the program stored an answer that no longer fits the contract.
          contract.written && parseJsonIfValid(contract.answer, replay),
          precondition,
        );
      let preparedAnswer: unknown;
      const prepareAnswer: Request['prepareAnswer'] = async (answer) => {
        preparedAnswer = answer;
        return claim?.prepare(storedSuccess(JSON.stringify(answer)));
      };
      const returnedAnswer = await deps().rateLimitGate<unknown>(admitted, () =>
        handle({ ...input, principal, file, requestId, precondition, event, prepareAnswer } as Request),
      );
      // A handler that does not access the table has not waited for the admission.
      await admitted;
      const answer = returnedAnswer ?? preparedAnswer;
      if (answer === undefined) throw new Error('the handler gave no answer');
      return withEntityTag(createSuccessResponse(contract, answer, requestId), answer, precondition);
    }

    /** A success with the entity tag of its resource, or a 304 without a body if the client has this version already. */
    function withEntityTag(response: HttpResponse, answer: unknown, precondition: Precondition): HttpResponse {
      const tag = entityTagOfAnswer(contract, { json: response.body, answer }, deps().clock());
      if (tag === undefined) return response;
      const etag = quotedEntityTag(tag);
      if (contract.method === 'GET' && isAnswerCachedByClient(precondition, tag))
        return notModifiedResponse(response, etag);
      return { ...response, headers: { ...response.headers, etag } };
    }

    const stack = middy<APIGatewayProxyEvent, HttpResponse, Error, Context>()
      .use(requestRecordMiddleware(contract, deps))
      .use(requestIdMiddleware())
      .use(corsMiddleware(deps))
      .use(errorAnswerMiddleware(contract, deps))
      .use(authenticationMiddleware(contract, deps))
      .use(rateLimitMiddleware(contract, deps))
      .use(bodyParsingMiddleware(contract))
      .use(validationMiddleware(contract))
      .use(preconditionMiddleware(contract))
      .use(idempotencyMiddleware(contract, deps))
      .handler(answerRequest);
    return async (event: APIGatewayProxyEvent, context: Context): Promise<HttpResponse> => {
      const response = await deps().withinTimeLeft(context, async () => stack(event, context));
      if (!response) throw new Error('the request has no answer');
      return response;
    };
  };
}
