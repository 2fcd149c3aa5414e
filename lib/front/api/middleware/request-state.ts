import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Principal } from '#features/accounts/public.ts';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import type { Precondition } from '#kernel/shared/precondition.ts';
import type { HttpResponse } from '../http-response.ts';
import type { ClaimedIdempotencyKey } from '../idempotency/ports.ts';
import type { RateLimitResult } from '../rate-limit.ts';

/** A middleware of the endpoints. */
export type EndpointMiddleware = MiddlewareObj<APIGatewayProxyEvent, HttpResponse>;

/** The state of a request, which its middlewares and its handler share. */
export interface RequestState {
  readonly requestId: string;
  /** Absent: the operation needs no credentials, or the request is not authenticated yet. */
  principal?: Principal;
  /** Work that runs concurrently with the request and ends before the answer is sent. Never rejects. */
  readonly sideWork: Promise<void>[];
  /** Result of counting the request against the rate limit. Never rejects. Absent: the request is not counted. */
  admission?: Promise<RateLimitResult>;
  /** Resolves when the request is within its rate limits. Rejects with the 429 otherwise. */
  admitted: Promise<void>;
  /** The file that was sent instead of a JSON body. */
  file?: UploadedFile;
  /** Validated parts of the request. */
  input?: { params: unknown; query: unknown; body: unknown };
  /** The conditions of `if-match` and `if-none-match`. */
  precondition?: Precondition;
  /** The idempotency key that this request has claimed. */
  claim?: ClaimedIdempotencyKey;
  /** The stored answer that a repetition of a request gets, as JSON text. */
  replay?: string;
  /** Headers that error answers get too. */
  rateLimitHeaders?: Readonly<Record<string, string>>;
}

const states = new WeakMap<APIGatewayProxyEvent, RequestState>();

/** Creates the state of a request. It exists as long as the event object. */
export function createRequestState(event: APIGatewayProxyEvent, requestId: string): void {
  states.set(event, { requestId, sideWork: [], admitted: Promise.resolve() });
}

/** The state of a request. @throws Error before `createRequestState` */
export function requireRequestState(event: APIGatewayProxyEvent): RequestState {
  const state = states.get(event);
  if (!state) throw new Error('the request has no state');
  return state;
}
