import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import { asciiHeader } from './ascii-header.ts';
import { type ClientCredentials, createServiceClient, type Schemas } from './client.ts';
import { itemsOf, type ListPage } from './pages.ts';
import { type RetryingFetchOptions, retryingFetch, withRetries } from './retrying-fetch.ts';
import type { paths } from './schema.ts';
import { bytesIn, type SentFile, sendFile } from './send-file.ts';
import { type WaitOptions, waitForRender } from './wait-for-render.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsWith<Of extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [Name in Of]: object } ? Path : never;
}[keyof paths];

/** Arguments of a call after its path: optional if nothing is required. */
type InitParam<Init> = undefined extends Init ? [init?: Init] : [init: Init];

/** Calls an operation and answers its data. Throws `ApiError` and `NoAnswer`. */
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

/** The paths that take a file, and the fields that complete its upload. */
type FilePath = {
  [Path in keyof paths]: { upload_id: string } extends Partial<JsonBody<Path>> ? Path : never;
}[keyof paths];
type FileFields<Path extends FilePath> = Omit<Extract<JsonBody<Path>, { upload_id: string }>, 'upload_id'>;
type ContentType<Path extends FilePath> = Extract<JsonBody<Path>, { content_type: string }>['content_type'];
type FileAnswer<Path extends FilePath> = Exclude<Answer<Path, 'post', object>, { upload: unknown }>;
type PathParams<Path extends keyof paths> = paths[Path] extends { post: { parameters: { path: infer Params } } }
  ? Params
  : undefined;

/** The ids that a path needs; nothing where it has none. */
type InPath<Path extends keyof paths> =
  PathParams<Path> extends undefined ? { params?: undefined } : { params: { path: PathParams<Path> } };

/** Data, and its tag. */
export interface Tagged<Data> {
  data: Data | undefined;
  etag: string | undefined;
}

/** A list path, and what its items are. */
type ListPath = {
  [Path in PathsWith<'get'>]: Answer<Path, 'get', object> extends ListPage<unknown> ? Path : never;
}[PathsWith<'get'>];
type ItemOf<Path extends ListPath> = Answer<Path, 'get', object> extends ListPage<infer Item> ? Item : never;

export interface VideoClientOptions extends Omit<RetryingFetchOptions, 'onlyJson'> {
  /** An API key, a bearer token, or a session. */
  credentials: ClientCredentials;
  /** Makes the idempotency key of a POST that names none; by default a random UUID. */
  idempotencyKey?: (() => string) | undefined;
}

/**
 * A client of the service. Every method throws `ApiError`, `NoAnswer`, and the reason of an abort; `TypeError` for an idempotency key
 * that is not ASCII.
 */
export interface VideoClient {
  get: Call<'get'>;
  /**
   * As `get`, with the tag of the answer: `if-match` of a change takes it. `data` is undefined while the tag in
   * `params.header['if-none-match']` is still that of the answer.
   */
  getTagged: <Path extends PathsWith<'get'>, Init extends MaybeOptionalInit<paths[Path], 'get'>>(
    path: Path,
    ...init: InitParam<Init>
  ) => Promise<Tagged<Answer<Path, 'get', Init>>>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** All items of a list, page by page. @param params those of the path and of the query, without `cursor` */
  items<Path extends ListPath>(
    path: Path,
    params?: { path?: Record<string, string>; query?: Record<string, unknown> },
  ): AsyncGenerator<ItemOf<Path>, void, undefined>;
  /** Sends a file of any size: announces it, puts it into storage, and completes the upload. */
  upload<Path extends FilePath>(
    path: Path,
    file: SentFile,
    options: {
      contentType: ContentType<Path>;
      /** Further fields of the request that completes the upload. */
      fields?: FileFields<Path>;
    } & InPath<Path>,
  ): Promise<FileAnswer<Path>>;
  /** Follows a render to its end; answers it as it ended, whether completed, failed or canceled. */
  waitForRender(id: string, options?: WaitOptions): Promise<Schemas['Render']>;
}

/** Retries of what was not answered, unless the options say another number. */
const RETRIES = 4;

/** A call whose types are those of its caller: `never` is assignable to all of them. */
type UntypedCall = (path: string, init?: object) => Promise<never>;

/** The data of what a method of the service's client answers: it throws refusals before. */
const dataOf =
  (call: unknown): UntypedCall =>
  async (path, init: { params?: { header?: { 'idempotency-key'?: string } } } = {}) => {
    const key = init.params?.header?.['idempotency-key'];
    if (key !== undefined) asciiHeader('The idempotency key', key);
    return (await (call as (path: string, init: object) => Promise<{ data: never }>)(path, init)).data;
  };

/** Data and tag of what a method of the service's client answers. */
const taggedOf =
  (call: unknown) =>
  async (path: string, init: object = {}): Promise<Tagged<never>> => {
    const answer = await (call as (path: string, init: object) => Promise<{ data?: never; response: Response }>)(
      path,
      init,
    );
    return { data: answer.data, etag: answer.response.headers.get('etag') ?? undefined };
  };

/** Makes a client: typed by the description, it retries what passes, and makes nothing twice. @throws TypeError for credentials that are not ASCII */
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
      itemsOf((cursor) =>
        get(path, { params: { ...params, query: { ...params.query, ...(cursor === undefined ? {} : { cursor }) } } }),
      ),
    async upload(path, file, { contentType, params, fields }) {
      const announced: Schemas['Upload'] = await post(path, {
        params,
        body: { content_type: contentType, size_bytes: bytesIn(file) },
      });
      // The same bytes in the same place: it may be sent again.
      await withRetries(() => sendFile(announced.upload, file, { signal, fetch: send }), retrying);
      return post(path, { params, body: { upload_id: announced.upload.id, ...fields } });
    },
    waitForRender: (id, wait) =>
      waitForRender(() => get('/renders/{id}', { params: { path: { id } } }), { signal, ...wait }),
  };
}
