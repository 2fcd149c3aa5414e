import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { z } from 'zod';
import type { Credentials, Principal } from '../accounts/public.ts';
import type { Contract } from '../contract/contract.ts';
import type { RateClass } from '../contract/rate-class.ts';
import type { UploadedFile } from '../contract/uploaded-file.ts';
import { validate } from '../contract/validate.ts';
import { invalidValue, ServiceError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { fingerprintOf, scopeOf } from './idempotency/fingerprint.ts';
import { IDEMPOTENCY_HEADER, idempotencyKey } from './idempotency/key.ts';
import type { KeyUse } from './idempotency/ports.ts';
import { type PerformDeps, perform } from './perform.ts';
import { bytesResponse, type HttpResponse, jsonResponse, problem, textResponse } from './problem.ts';
import { type RequestAdmission, rateLimitError } from './rate-limit.ts';
import { pathOf } from './routes.ts';
import { readUpload } from './upload.ts';

/** A request after everything about it was checked. */
export interface Checked<Params, Query, Body, Answer = unknown> {
  /** Of an open operation there is none: it must not look. */
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  /** What was sent in place of a JSON body, where the contract takes files; then there is no body. */
  file?: UploadedFile | undefined;
  requestId: string;
  /**
   * Hands over the answer just before the write that commits the work, so that both are stored in one transaction. A
   * handler that has done so need not give it back.
   */
  announce(answer: Answer): Promise<void>;
}

export interface EndpointDeps extends PerformDeps {
  /** @param beside takes what need not be done before the request goes on, only before it is answered. */
  authenticate(credentials: Credentials, beside: (work: Promise<void>) => void): Promise<Principal>;
  /** Counts the request. Never rejects. */
  admit(principal: Principal, classes: readonly RateClass[]): Promise<RequestAdmission>;
}

type Handle<Params, Query, Body, Answer> =
  | ((request: Checked<Params, Query, Body, Answer>) => Promise<Answer>)
  | ((request: Checked<Params, Query, Body, Answer>) => Promise<void>);

/** What the steps of one request hand on to one another. */
interface State {
  requestId: string;
  principal?: Principal;
  admission?: Promise<RequestAdmission>;
  beside: Promise<void>[];
  file?: UploadedFile;
}

const headerOf = (event: APIGatewayProxyEvent, name: string): string | undefined => {
  const entry = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return entry?.[1];
};

/** All values of a header that was sent more than once, as one text: of two credentials, none is silently dropped. */
function everyHeader(event: APIGatewayProxyEvent, name: string, separator: string): string | undefined {
  const values = Object.entries(event.multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name ? (sent ?? []) : [],
  );
  return values.length > 0 ? values.join(separator) : headerOf(event, name);
}

const isJson = (contentType: string): boolean => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType.trim());

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
 * The one stack around every operation: request id, authentication, rate limit, body, validation, idempotency, the use
 * case, the answer; and whatever is thrown on the way as a failure in the one error shape. Authentication comes first, so
 * that without credentials nothing is told of what a request should look like. The request is counted while the rest goes
 * on; nothing is written and nothing answered before the count is known, and 429 goes before any other failure.
 */
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
    // Found by the event of its request; it goes when the event goes.
    const state = new WeakMap<object, State>();
    const stateOf = (event: object): State => {
      const found = state.get(event) ?? { requestId: newId('request'), beside: [] };
      state.set(event, found);
      return found;
    };
    const parser = httpJsonBodyParser<APIGatewayProxyEvent>();
    const classes: readonly RateClass[] = contract.rate_class ? ['requests', contract.rate_class] : ['requests'];

    /** The use of an idempotency key that a request is, if it has one. The key is judged before anything is done. */
    function keyUse(event: APIGatewayProxyEvent, principal: Principal, file?: UploadedFile): KeyUse | undefined {
      if (contract.method !== 'POST') return undefined;
      const key = idempotencyKey(everyHeader(event, IDEMPOTENCY_HEADER, ', '));
      if (key === undefined) return undefined;
      return {
        account_id: principal.account_id,
        scope: scopeOf(contract.method, pathOf(contract.path, event.pathParameters ?? {}), key),
        fingerprint: fingerprintOf(file ?? (contract.body ? event.body : undefined)),
        sealed: contract.secret ?? false,
      };
    }

    return middy<APIGatewayProxyEvent, HttpResponse, Error, Context>()
      .before(async ({ event }) => {
        if (contract.open) return;
        const current = stateOf(event);
        const { authenticate, admit, log } = deps();
        current.principal = await authenticate(
          {
            apiKey: everyHeader(event, 'x-api-key', ', '),
            authorization: everyHeader(event, 'authorization', ', '),
            cookie: everyHeader(event, 'cookie', '; '),
            origin: everyHeader(event, 'origin', ', '),
            method: event.httpMethod,
          },
          (work) => void current.beside.push(work.catch((error: unknown) => log.warn('side work failed', { error }))),
        );
        current.admission = admit(current.principal, classes);
      })
      .before(async (request) => {
        if (!contract.body) return;
        if (request.event.body === null || request.event.body === '') {
          if (contract.body_optional) {
            Object.assign(request.event, { body: {} });
            return;
          }
          throw new ServiceError('invalid_json', 'This operation needs a JSON body.');
        }
        // The parser knows two spellings of this name; clients may write it in any.
        const contentType = headerOf(request.event, 'content-type');
        if (contract.upload && contentType !== undefined && !isJson(contentType)) {
          stateOf(request.event).file = await readUpload(request.event, contentType, contract.upload);
          return;
        }
        if (contentType !== undefined)
          request.event.headers = { ...request.event.headers, 'content-type': contentType };
        try {
          await parser.before?.(request);
        } catch (error) {
          throw bodyFault(error);
        }
      })
      .after(async ({ event, response }) => {
        const { admission, beside } = stateOf(event);
        await Promise.all(beside);
        Object.assign(response?.headers ?? {}, (await admission)?.headers);
      })
      .onError(async (request) => {
        const { requestId, admission, beside } = stateOf(request.event);
        await Promise.all(beside);
        const counted = await admission;
        const error = (counted && rateLimitError(counted)) ?? request.error;
        if (!(error instanceof ServiceError))
          deps().log.error('request failed', { requestId, operation: contract.operation, error });
        request.response = problem(error, requestId);
        Object.assign(request.response.headers, counted?.headers);
      })
      .handler(async (event: APIGatewayProxyEvent): Promise<HttpResponse> => {
        const { requestId, principal, file, admission } = stateOf(event);
        const checked = {
          principal,
          params: contract.params && validate(contract.params, event.pathParameters ?? {}, 'path'),
          query: contract.query && validate(contract.query, queryOf(event), 'query'),
          body: file ? undefined : contract.body && validate(contract.body, event.body),
          file,
          requestId,
        };
        const admitted = (admission ?? Promise.resolve(undefined)).then((counted) => {
          const refusal = counted && rateLimitError(counted);
          if (refusal) throw refusal;
        });
        // Whoever waits for it gets its rejection; that nobody may do so yet is no fault.
        admitted.catch(() => undefined);
        const performed = await perform<z.input<Answer>>(
          deps(),
          admitted,
          principal && keyUse(event, principal, file),
          (announce) =>
            handle({ ...checked, announce } as Checked<
              z.output<Params>,
              z.output<Query>,
              z.output<Body>,
              z.input<Answer>
            >),
        );
        if (performed.kind === 'stored')
          return textResponse(
            200,
            performed.text,
            requestId,
            performed.replayed ? { 'idempotent-replayed': 'true' } : {},
          );
        return contract.media === undefined
          ? jsonResponse(200, performed.answer as object, requestId)
          : bytesResponse(contract.media, performed.answer as Uint8Array, requestId);
      });
  };
}
