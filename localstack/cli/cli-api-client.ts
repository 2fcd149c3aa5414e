import { getMeContract } from '#features/accounts/contract.ts';
import { announceUploadContract } from '#features/images/contract.ts';
import { getImportContract, importTimelineContract } from '#features/imports/contract.ts';
import { uploadBackgroundAudioContract } from '#features/music/contract.ts';
import {
  checkTimelineContract,
  createRenderContract,
  getRenderContract,
  listRendersContract,
} from '#features/renders/contract.ts';
import {
  createTimelineContract,
  deleteTimelineContract,
  getTimelineContract,
  updateTimelineContract,
} from '#features/timelines/contract.ts';
import { createWebhookContract, deleteWebhookContract } from '#features/webhooks/contract.ts';
import { createServiceClient, type Schemas } from '#front/client/client.ts';
import { retryingFetch } from '#front/client/retrying-fetch.ts';
import type { paths } from '#front/client/schema.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';

type Json<Of extends { content: object }> = Of['content'] extends { 'application/json': infer Body } ? Body : never;
type PostBody<Path extends keyof paths> = paths[Path]['post'] extends {
  requestBody?: infer Body extends { content: object };
}
  ? Json<Body>
  : never;
type PutBody<Path extends keyof paths> = paths[Path]['put'] extends {
  requestBody?: infer Body extends { content: object };
}
  ? Json<Body>
  : never;
type PostAnswer<Path extends keyof paths> = paths[Path]['post'] extends {
  responses: { 200: infer Answer extends { content: object } };
}
  ? Json<Answer>
  : never;

/** The body of a request that creates a timeline. */
export type TimelineBody = PostBody<'/timelines'>;
/** The body of a request that changes a timeline. */
export type TimelinePatch = PutBody<'/timelines/{id}'>;
/** A timeline as the API answers it. */
export type TimelineResponse = Schemas['Timeline'];
/** The body of a request that creates a render. */
export type RenderBody = PostBody<'/renders'>;
/** Output settings of a render that a check foretells. */
export type CheckedOutput = NonNullable<paths['/timelines/{id}/check']['get']['parameters']['query']>;
/** The check of a timeline as the API answers it. */
export type TimelineCheckResponse = Schemas['TimelineCheck'];
/** The body of a request that gives a timeline music. */
export type MusicBody = PostBody<'/timelines/{id}/background-audio'>;
/** The answer to a request that gives a timeline music. */
export type MusicAnswer = PostAnswer<'/timelines/{id}/background-audio'>;
/** A render as the API answers it. */
export type RenderResponse = Schemas['Render'];
/** The body of a request that creates a webhook. */
export type NewWebhookBody = PostBody<'/webhooks'>;
/** A new webhook as the API answers it. */
export type WebhookResponse = PostAnswer<'/webhooks'>;
/** The body of a request that imports a deck. */
export type ImportBody = PostBody<'/timelines/import'>;
/** An import as the API answers it. */
export type ImportResponse = Schemas['Import'];
/** The answer to a request that imports a deck. */
export type ImportAnswer = PostAnswer<'/timelines/import'>;
/** The body of a request that announces a file for slides and timelines. */
export type UploadAnnouncementBody = PostBody<'/uploads'>;
/** The answer to a request that announces a file. */
export type UploadAnnouncementAnswer = PostAnswer<'/uploads'>;
/** An account as the API answers it. */
export type AccountResponse = Schemas['Account'];

/**
 * The operations of the public API that the commands use. All throw `ApiError` and `NoAnswer`, and the reason of the signal.
 */
export interface CliApiClient {
  /** Ends with the version, without a slash. */
  readonly baseUrl: string;
  me(): Promise<AccountResponse>;
  createTimeline(body: TimelineBody): Promise<TimelineResponse>;
  /** Announces a deck, or starts the import of one that was uploaded. */
  importTimeline(body: ImportBody): Promise<ImportAnswer>;
  getImport(id: string): Promise<ImportResponse>;
  /** The report of an import, as an HTML page. */
  getImportReport(id: string): Promise<string>;
  updateTimeline(id: string, body: TimelinePatch): Promise<TimelineResponse>;
  /** Announces an image or a video. */
  announceUpload(body: UploadAnnouncementBody): Promise<UploadAnnouncementAnswer>;
  /** Announces music, or gives a timeline the music that was uploaded. */
  setMusic(id: string, body: MusicBody): Promise<MusicAnswer>;
  deleteTimeline(id: string): Promise<void>;
  getTimeline(id: string): Promise<TimelineResponse>;
  checkTimeline(id: string, output: CheckedOutput): Promise<TimelineCheckResponse>;
  createRender(body: RenderBody): Promise<RenderResponse>;
  getRender(id: string): Promise<RenderResponse>;
  /** The newest completed renders of a timeline, newest first. */
  completedRenders(timelineId: string): Promise<RenderResponse[]>;
  createWebhook(body: NewWebhookBody): Promise<WebhookResponse>;
  deleteWebhook(id: string): Promise<void>;
}

/** Options of `createCliApiClient`. */
export interface CliApiClientOptions {
  /** With the version: `http://localhost:3000/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Aborts requests and delays. */
  signal?: AbortSignal | undefined;
  /** Time-out of one request, in milliseconds. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** A client for the commands: the generated one, with errors that are thrown, retries, and answers that are checked against the contracts. */
export function createCliApiClient(options: CliApiClientOptions): CliApiClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const client = createServiceClient({
    baseUrl,
    credentials: { apiKey: options.apiKey },
    fetch: retryingFetch({ ...options, baseUrl, onlyJson: true }),
  });
  const htmlClient = createServiceClient({
    baseUrl,
    credentials: { apiKey: options.apiKey },
    fetch: retryingFetch({ ...options, baseUrl }),
  });
  return {
    baseUrl,
    me: async () => validateAnswer(getMeContract, await client.GET('/me')),
    createTimeline: async (body) => validateAnswer(createTimelineContract, await client.POST('/timelines', { body })),
    importTimeline: async (body) =>
      validateAnswer(importTimelineContract, await client.POST('/timelines/import', { body })),
    getImport: async (id) =>
      validateAnswer(getImportContract, await client.GET('/imports/{id}', { params: { path: { id } } })),
    getImportReport: async (id) => {
      const path = { id };
      const { data } = await htmlClient.GET('/imports/{id}/report.html', { params: { path }, parseAs: 'text' });
      if (data === undefined) throw new Error('getImportReport returned an empty answer');
      return data;
    },
    updateTimeline: async (id, body) =>
      validateAnswer(updateTimelineContract, await client.PUT('/timelines/{id}', { params: { path: { id } }, body })),
    announceUpload: async (body) => validateAnswer(announceUploadContract, await client.POST('/uploads', { body })),
    setMusic: async (id, body) =>
      validateAnswer(
        uploadBackgroundAudioContract,
        await client.POST('/timelines/{id}/background-audio', { params: { path: { id } }, body }),
      ),
    deleteTimeline: async (id) =>
      void validateAnswer(deleteTimelineContract, await client.DELETE('/timelines/{id}', { params: { path: { id } } })),
    getTimeline: async (id) =>
      validateAnswer(getTimelineContract, await client.GET('/timelines/{id}', { params: { path: { id } } })),
    checkTimeline: async (id, query) =>
      validateAnswer(
        checkTimelineContract,
        await client.GET('/timelines/{id}/check', { params: { path: { id }, query } }),
      ),
    createRender: async (body) => validateAnswer(createRenderContract, await client.POST('/renders', { body })),
    getRender: async (id) =>
      validateAnswer(getRenderContract, await client.GET('/renders/{id}', { params: { path: { id } } })),
    completedRenders: async (timeline_id) => {
      const query = { timeline_id, status: 'completed' } as const;
      return validateAnswer(listRendersContract, await client.GET('/renders', { params: { query } })).data;
    },
    createWebhook: async (body) => validateAnswer(createWebhookContract, await client.POST('/webhooks', { body })),
    deleteWebhook: async (id) =>
      void validateAnswer(deleteWebhookContract, await client.DELETE('/webhooks/{id}', { params: { path: { id } } })),
  };
}

/** Checks an answer against its contract. @returns its data @throws Error if it does not match, which is a fault of the service */
function validateAnswer<Data>(
  { operation, answer }: Pick<OperationContract, 'operation' | 'answer'>,
  { data }: { data?: Data },
): Data {
  const parsedAnswer = answer.safeParse(data);
  if (parsedAnswer.success && data !== undefined) return data;
  const faults = parsedAnswer.error?.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`) ?? [];
  throw new Error(`${operation} returned an answer that does not match its contract: ${faults.join('; ')}`);
}
