import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { z } from 'zod';
import type { Principal } from '../accounts/account.ts';
import type { Credentials } from '../accounts/authenticate.ts';
import { invalidValue, ServiceError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Contract } from './contract.ts';
import { type HttpResponse, jsonResponse, problem } from './problem.ts';
import { validate } from './validate.ts';

/** A request after everything about it was checked. */
export interface Checked<Params, Query, Body> {
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  requestId: string;
}

export interface EndpointTools {
  authenticate(credentials: Credentials): Promise<Principal>;
  log: Log;
}

type Handle<Params, Query, Body, Answer> = (request: Checked<Params, Query, Body>) => Promise<Answer>;

const headerOf = (event: APIGatewayProxyEvent, name: string): string | undefined => {
  const entry = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return entry?.[1];
};

/** What the body parser throws, as faults of ours. */
function bodyFault(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 415)
    return new ServiceError('unsupported_media_type', 'Send the body as content-type: application/json.', {
      cause: error,
    });
  if (status === 422 || status === 400)
    return new ServiceError('invalid_json', 'The body is not valid JSON.', { cause: error });
  return error;
}

/** Repeated query parameters have no meaning anywhere here, so they are refused rather than one of them chosen. */
function queryOf(event: APIGatewayProxyEvent): Record<string, string> {
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {}))
    if ((values?.length ?? 0) > 1) throw invalidValue(`query.${name}`, 'Sent more than once.');
  return (event.queryStringParameters ?? {}) as Record<string, string>;
}

/**
 * The one stack around every operation: request id, authentication, body, validation, the use case, the answer; and
 * whatever is thrown on the way as a failure in the one error shape. Authentication comes first, so that without
 * credentials nothing is told of what a request should look like.
 */
export function makeEndpoint(tools: () => EndpointTools) {
  return function endpoint<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
  >(
    contract: Contract<Params, Query, Body, Answer>,
    handle: Handle<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>>,
  ) {
    // What the steps of one request hand on, found by its event; it goes when the event goes.
    const state = new WeakMap<object, { requestId: string; principal?: Principal }>();
    const stateOf = (event: object) => {
      const found = state.get(event) ?? { requestId: newId('request') };
      state.set(event, found);
      return found;
    };
    const parser = httpJsonBodyParser<APIGatewayProxyEvent>();

    return middy<APIGatewayProxyEvent, HttpResponse, Error, Context>()
      .before(async ({ event }) => {
        stateOf(event).principal = await tools().authenticate({
          apiKey: headerOf(event, 'x-api-key'),
          authorization: headerOf(event, 'authorization'),
          cookie: headerOf(event, 'cookie'),
          origin: headerOf(event, 'origin'),
          method: event.httpMethod,
        });
      })
      .before(async (request) => {
        if (!contract.body) return;
        if (request.event.body === null || request.event.body === '')
          throw new ServiceError('invalid_json', 'This operation needs a JSON body.');
        // The parser knows two spellings of this name; clients may write it in any.
        const contentType = headerOf(request.event, 'content-type');
        if (contentType !== undefined)
          request.event.headers = { ...request.event.headers, 'content-type': contentType };
        try {
          await parser.before?.(request);
        } catch (error) {
          throw bodyFault(error);
        }
      })
      .onError((request) => {
        const { requestId } = stateOf(request.event);
        if (!(request.error instanceof ServiceError))
          tools().log.error('request failed', { requestId, operation: contract.operation, error: request.error });
        request.response = problem(request.error, requestId);
      })
      .handler(async (event: APIGatewayProxyEvent): Promise<HttpResponse> => {
        const { requestId, principal } = stateOf(event);
        const answer = await handle({
          principal,
          params: contract.params && validate(contract.params, event.pathParameters ?? {}, 'path'),
          query: contract.query && validate(contract.query, queryOf(event), 'query'),
          body: contract.body && validate(contract.body, event.body),
          requestId,
        } as Checked<z.output<Params>, z.output<Query>, z.output<Body>>);
        return jsonResponse(200, answer as object, requestId);
      });
  };
}
