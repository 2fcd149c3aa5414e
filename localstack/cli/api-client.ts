import { getMeContract } from '../../lib/accounts/contract.ts';
import { createServiceClient, type Schemas } from '../../lib/client/client.ts';
import type { paths } from '../../lib/client/schema.ts';
import type { Contract } from '../../lib/contract/contract.ts';
import { uploadSlideImageContract } from '../../lib/images/contract.ts';
import { createRenderContract, getRenderContract } from '../../lib/renders/contract.ts';
import { createTimelineContract } from '../../lib/timelines/contract.ts';
import { createWebhookContract, deleteWebhookContract } from '../../lib/webhooks/contract.ts';
import { retryingFetch } from './retrying-fetch.ts';

type Json<Of extends { content: object }> = Of['content'] extends { 'application/json': infer Body } ? Body : never;
type PostBody<Path extends keyof paths> = paths[Path]['post'] extends {
  requestBody?: infer Body extends { content: object };
}
  ? Json<Body>
  : never;
type PostAnswer<Path extends keyof paths> = paths[Path]['post'] extends {
  responses: { 200: infer Answer extends { content: object } };
}
  ? Json<Answer>
  : never;

export type TimelineBody = PostBody<'/timelines'>;
export type TimelineResponse = Schemas['Timeline'];
export type RenderBody = PostBody<'/renders'>;
export type RenderResponse = Schemas['Render'];
export type WebhookBody = PostBody<'/webhooks'>;
export type WebhookResponse = PostAnswer<'/webhooks'>;
export type ImageUploadBody = PostBody<'/timelines/{id}/slides/{sid}/images'>;
export type ImageUploadResponse = PostAnswer<'/timelines/{id}/slides/{sid}/images'>;
export type AccountResponse = Schemas['Account'];

/**
 * The operations of the public API that the commands use. All throw `ApiError` and `NoAnswer`, and `signal`'s reason.
 */
export interface ApiClient {
  /** Ends with the version, without a slash. */
  readonly baseUrl: string;
  me(): Promise<AccountResponse>;
  createTimeline(body: TimelineBody): Promise<TimelineResponse>;
  /** Announces an image, or completes its upload. */
  uploadSlideImage(timelineId: string, slideId: string, body: ImageUploadBody): Promise<ImageUploadResponse>;
  createRender(body: RenderBody): Promise<RenderResponse>;
  getRender(id: string): Promise<RenderResponse>;
  createWebhook(body: WebhookBody): Promise<WebhookResponse>;
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

/** The generated client, with the errors, retries and checks that the commands need. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const client = createServiceClient({
    baseUrl,
    credentials: { apiKey: options.apiKey },
    fetch: retryingFetch({ ...options, baseUrl }),
  });
  return {
    baseUrl,
    me: async () => checked(getMeContract, await client.GET('/me')),
    createTimeline: async (body) => checked(createTimelineContract, await client.POST('/timelines', { body })),
    uploadSlideImage: async (id, sid, body) =>
      checked(
        uploadSlideImageContract,
        await client.POST('/timelines/{id}/slides/{sid}/images', { params: { path: { id, sid } }, body }),
      ),
    createRender: async (body) => checked(createRenderContract, await client.POST('/renders', { body })),
    getRender: async (id) =>
      checked(getRenderContract, await client.GET('/renders/{id}', { params: { path: { id } } })),
    createWebhook: async (body) => checked(createWebhookContract, await client.POST('/webhooks', { body })),
    deleteWebhook: async (id) =>
      void checked(deleteWebhookContract, await client.DELETE('/webhooks/{id}', { params: { path: { id } } })),
  };
}

/** The answer, checked against its contract. @throws Error for an answer of another shape: a fault of the service */
function checked<Data>({ operation, answer }: Pick<Contract, 'operation' | 'answer'>, { data }: { data?: Data }): Data {
  const parsed = answer.safeParse(data);
  if (parsed.success && data !== undefined) return data;
  const faults = parsed.error?.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`) ?? [];
  throw new Error(`${operation} was answered in another shape than its contract says: ${faults.join('; ')}`);
}
