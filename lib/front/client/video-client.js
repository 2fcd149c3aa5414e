import { asciiHeader } from './ascii-header.ts';
import { createServiceClient } from './client.ts';
import { itemsOf } from './pages.ts';
import { retryingFetch, withRetries } from './retrying-fetch.ts';
import { bytesIn, sendFile } from './send-file.ts';
import { waitForRender } from './wait-for-render.ts';

/** Retries of what was not answered, unless the options say another number. */
const RETRIES = 4;
/** The data of what a method of the service's client answers: it throws refusals before. */
const dataOf =
  (call) =>
  async (path, init = {}) => {
    const key = init.params?.header?.['idempotency-key'];
    if (key !== undefined) asciiHeader('The idempotency key', key);
    return (await call(path, init)).data;
  };
/** Data and tag of what a method of the service's client answers. */
const taggedOf =
  (call) =>
  async (path, init = {}) => {
    const answer = await call(path, init);
    return { data: answer.data, etag: answer.response.headers.get('etag') ?? undefined };
  };
/** Makes a client: typed by the description, it retries what passes, and makes nothing twice. @throws TypeError for credentials that are not ASCII */
export function createVideoClient(options) {
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
      const announced = await post(path, {
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
