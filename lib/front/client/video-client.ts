import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import { type ClientCredentials, createServiceClient, type Schemas } from './client.ts';
import { iteratePaginatedItems, type ListPage } from './pages.ts';
import { requireAsciiHeaderValue } from './require-ascii-header-value.ts';
import { type RetryingFetchOptions, retryingFetch, withRetries } from './retrying-fetch.ts';
import type { paths } from './schema.ts';
import { type SentFile, sendFileToUploadTarget, sizeOfSentFile } from './send-file-to-upload-target.ts';
import { type WaitOptions, waitForRender } from './wait-for-render.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsWith<Of extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [Name in Of]: object } ? Path : never;
}[keyof paths];

/** The arguments of a call after its path; optional if the operation requires none. */
type InitParam<Init> = undefined extends Init ? [init?: Init] : [init: Init];

/** Calls an operation and resolves to its data. Throws `ApiError` and `NoAnswer`. */
type Call<Of extends Method> = <Path extends PathsWith<Of>, Init extends MaybeOptionalInit<paths[Path], Of>>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<Answer<Path, Of, Init>>;
type Answer<Path extends keyof paths, Of extends Method, Init> = NonNullable<
  FetchResponse<paths[Path][Of] & Record<string | number, unknown>, Init, 'application/json'>['data']
>;

type JsonBody<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The paths to which a file can be uploaded. */
type FilePath = {
  [Path in keyof paths]: { upload_id: string } extends Partial<JsonBody<Path>> ? Path : never;
}[keyof paths];
type FileFields<Path extends FilePath> = Omit<Extract<JsonBody<Path>, { upload_id: string }>, 'upload_id'>;
type ContentType<Path extends FilePath> = Extract<JsonBody<Path>, { content_type: string }>['content_type'];
type FileAnswer<Path extends FilePath> = Exclude<Answer<Path, 'post', object>, { upload: unknown }>;
type PathParams<Path extends keyof paths> = paths[Path] extends { post: { parameters: { path: infer Params } } }
  ? Params
  : undefined;

/** The option with the path parameters of a path; forbidden for a path without parameters. */
type PathOptions<Path extends keyof paths> =
  PathParams<Path> extends undefined ? { params?: undefined } : { params: { path: PathParams<Path> } };

/** The data of an answer and its entity tag. Each is undefined if the answer does not have it. */
export interface Tagged<Data> {
  data: Data | undefined;
  etag: string | undefined;
}

/** The paths of lists. */
type ListPath = {
  [Path in PathsWith<'get'>]: Answer<Path, 'get', object> extends ListPage<unknown> ? Path : never;
}[PathsWith<'get'>];
type ItemOf<Path extends ListPath> = Answer<Path, 'get', object> extends ListPage<infer Item> ? Item : never;

/** Options of `createVideoClient`. */
export interface VideoClientOptions extends Omit<RetryingFetchOptions, 'onlyJson'> {
  /** An API key, a bearer token, or a session. */
  credentials: ClientCredentials;
  /** Makes the idempotency key of a POST without one; by default a random UUID. */
  idempotencyKey?: (() => string) | undefined;
}

/**
 * A client of the service. Every method throws `ApiError`, `NoAnswer`, and the reason of an abort; `TypeError` for an idempotency key
 * that is not ASCII.
 */
export interface VideoClient {
  get: Call<'get'>;
  /**
   * As `get`, with the entity tag of the answer, which can be sent as `if-match` of a change. `data` is undefined if the tag in
   * `params.header['if-none-match']` is still the current one.
   */
  getTagged: <Path extends PathsWith<'get'>, Init extends MaybeOptionalInit<paths[Path], 'get'>>(
    path: Path,
    ...init: InitParam<Init>
  ) => Promise<Tagged<Answer<Path, 'get', Init>>>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** All items of a list, page by page. @param params parameters of path and query, without `cursor` */
  items<Path extends ListPath>(
    path: Path,
    params?: { path?: Record<string, string>; query?: Record<string, unknown> },
  ): AsyncGenerator<ItemOf<Path>, void, undefined>;
  /** Uploads a file: announces it, sends it to storage, and completes the upload. */
  upload<Path extends FilePath>(
    path: Path,
    file: SentFile,
    options: {
      contentType: ContentType<Path>;
      /** Further fields of the request that completes the upload. */
      fields?: FileFields<Path>;
    } & PathOptions<Path>,
  ): Promise<FileAnswer<Path>>;
  /** Polls a render until it has ended, and resolves to it: completed, failed or canceled. */
  waitForRender(id: string, options?: WaitOptions): Promise<Schemas['Render']>;
}

/** The default number of retries after a missing answer or a temporary failure. */
const RETRIES = 4;

/** A call without the types of its path. It resolves to `never`, which is assignable to the answer types of all paths. */
type UntypedCall = (path: string, init?: object) => Promise<never>;

/** A call that resolves to the data of an answer. @param call a method of the service client, which throws for errors */
const dataOf =
  (call: unknown): UntypedCall =>
  async (path, init: { params?: { header?: { 'idempotency-key'?: string } } } = {}) => {
    const key = init.params?.header?.['idempotency-key'];
    if (key !== undefined) requireAsciiHeaderValue('The idempotency key', key);
    return (await (call as (path: string, init: object) => Promise<{ data: never }>)(path, init)).data;
  };

/** A call that resolves to data and entity tag of an answer. @param call a method of the service client */
const taggedOf =
  (call: unknown) =>
  async (path: string, init: object = {}): Promise<Tagged<never>> => {
    const answer = await (call as (path: string, init: object) => Promise<{ data?: never; response: Response }>)(
      path,
      init,
    );
    return { data: answer.data, etag: answer.response.headers.get('etag') ?? undefined };
  };

/**
 * A client of the public API, typed by its OpenAPI document. It repeats requests after temporary failures; idempotency keys prevent a second
 * effect.
 * @throws TypeError for credentials that are not ASCII
 */
export function createVideoClient(options: VideoClientOptions): VideoClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const { credentials, idempotencyKey, signal, fetch: send } = options;
  const retrying = { retries: RETRIES, ...options, baseUrl };
  const service = createServiceClient({
    baseUrl,
    credentials,
    ...(idempotencyKey ? { idempotencyKey } : {}),
    fetch: retryingFetch(retrying),
  });
  const get = dataOf(service.GET);
  const post = dataOf(service.POST);
  return {
    get,
    getTagged: taggedOf(service.GET),
    post,
    put: dataOf(service.PUT),
    patch: dataOf(service.PATCH),
    delete: dataOf(service.DELETE),
    items: (path, params = {}) =>
      iteratePaginatedItems((cursor) =>
        get(path, { params: { ...params, query: { ...params.query, ...(cursor === undefined ? {} : { cursor }) } } }),
      ),
    async upload(path, file, { contentType, params, fields }) {
      const announced: Schemas['Upload'] = await post(path, {
        params,
        body: { content_type: contentType, size_bytes: sizeOfSentFile(file) },
      });
      // Sending the file can be repeated: the same bytes go to the same address.
      await withRetries(() => sendFileToUploadTarget(announced.upload, file, { signal, fetch: send }), retrying);
      return post(path, { params, body: { upload_id: announced.upload.id, ...fields } });
    },
    waitForRender: (id, wait) =>
      waitForRender(() => get('/renders/{id}', { params: { path: { id } } }), { signal, ...wait }),
  };
}
