import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { getMe } from '../../lib/accounts/contract.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { uploadSlideImage } from '../../lib/images/contract.ts';
import { createRender, getRender } from '../../lib/renders/contract.ts';
import { createTimeline } from '../../lib/timelines/contract.ts';
import { createWebhook, deleteWebhook } from '../../lib/webhooks/contract.ts';
import { ApiError, NoAnswer, type Operation } from './api-error.ts';

/** What a client may send for a contract, and what it gets. */
type BodyOf<C extends Contract> = z.input<NonNullable<C['body']>>;
type AnswerOf<C extends Contract> = z.output<C['answer']>;

export type TimelineBody = BodyOf<typeof createTimeline>;
export type TimelineAnswer = AnswerOf<typeof createTimeline>;
export type RenderBody = BodyOf<typeof createRender>;
export type RenderAnswer = AnswerOf<typeof getRender>;
export type WebhookBody = BodyOf<typeof createWebhook>;
export type WebhookAnswer = AnswerOf<typeof createWebhook>;
export type ImageUploadBody = BodyOf<typeof uploadSlideImage>;
export type ImageUploadAnswer = AnswerOf<typeof uploadSlideImage>;
export type AccountAnswer = AnswerOf<typeof getMe>;

/** The operations of the public API that the commands use. All throw `ApiError` and `NoAnswer`, and `signal`'s reason. */
export interface ApiClient {
  /** Ends with the version, without a slash. */
  readonly baseUrl: string;
  me(): Promise<AccountAnswer>;
  createTimeline(body: TimelineBody): Promise<TimelineAnswer>;
  /** Announces an image, or completes its upload. */
  uploadSlideImage(timelineId: string, slideId: string, body: ImageUploadBody): Promise<ImageUploadAnswer>;
  createRender(body: RenderBody): Promise<AnswerOf<typeof createRender>>;
  getRender(id: string): Promise<RenderAnswer>;
  createWebhook(body: WebhookBody): Promise<WebhookAnswer>;
  deleteWebhook(id: string): Promise<void>;
}

export interface ApiClientOptions {
  /** With the version: `http://localhost:3000/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Ends requests and waits. */
  signal?: AbortSignal | undefined;
  /** For one request, in milliseconds. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

interface Call {
  params?: Record<string, string>;
  body?: unknown;
}

/** How often a request is made again after a 429 that says when to come back, and the longest wait that is obeyed. */
const RATE_LIMIT_RETRIES = 5;
const RATE_LIMIT_SECONDS = 60;

export function createApiClient(options: ApiClientOptions): ApiClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const { apiKey, signal, timeoutMs = 30_000, fetch: request = fetch } = options;

  async function attempt(operation: Operation, init: RequestInit): Promise<{ response: Response; text: string }> {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(baseUrl + operation.path, {
        ...init,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      return { response, text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw new NoAnswer(operation, baseUrl, error);
    }
  }

  async function call<C extends Contract>(contract: C, { params = {}, body }: Call = {}): Promise<AnswerOf<C>> {
    const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const operation: Operation = { method: contract.method, path };
    const init: RequestInit = {
      method: contract.method,
      headers: {
        'x-api-key': apiKey,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // A POST that is made again must not make a second thing.
        ...(contract.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (let retries = 0; ; retries++) {
      const { response, text } = await attempt(operation, init);
      const wait = retryAfter(response);
      if (wait !== undefined && retries < RATE_LIMIT_RETRIES) {
        await sleep(wait * 1000, undefined, { signal });
        continue;
      }
      if (!response.ok) throw new ApiError(operation, response.status, text, response.headers.get('x-request-id'));
      return readAnswer(contract, operation, response, text);
    }
  }

  return {
    baseUrl,
    me: () => call(getMe),
    createTimeline: (body) => call(createTimeline, { body }),
    uploadSlideImage: (id, sid, body) => call(uploadSlideImage, { params: { id, sid }, body }),
    createRender: (body) => call(createRender, { body }),
    getRender: (id) => call(getRender, { params: { id } }),
    createWebhook: (body) => call(createWebhook, { body }),
    deleteWebhook: async (id) => void (await call(deleteWebhook, { params: { id } })),
  };
}

/** Seconds to wait before the same request may succeed; undefined when the answer is not a rate limit that says so. */
function retryAfter({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return status === 429 && seconds >= 0 && seconds <= RATE_LIMIT_SECONDS ? seconds : undefined;
}

/** The answer as its contract has it: one that does not follow it is a fault of the service, named here and not later. */
function readAnswer<C extends Contract>(
  contract: C,
  operation: Operation,
  response: Response,
  text: string,
): AnswerOf<C> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError(operation, response.status, text, response.headers.get('x-request-id'));
  }
  const parsed = contract.answer.safeParse(body);
  if (parsed.success) return parsed.data as AnswerOf<C>;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new Error(
    `${operation.method} ${operation.path} answered something else than its contract: ${faults.join('; ')}`,
  );
}
