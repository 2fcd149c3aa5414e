import createOpenApiClient from 'openapi-fetch';
import { asciiHeader } from './ascii-header.ts';

const headersOf = (credentials) => {
  if ('apiKey' in credentials) return { 'x-api-key': asciiHeader('The API key', credentials.apiKey) };
  if ('token' in credentials) return { authorization: `Bearer ${asciiHeader('The bearer token', credentials.token)}` };
  return { cookie: `session=${asciiHeader('The session', credentials.session)}` };
};
/** A POST that is sent again, by whatever retries it, must not make a second thing. */
const withIdempotencyKey = (makeKey) => ({
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', asciiHeader('The idempotency key', makeKey()));
    return request;
  },
});
/**
 * A client of the public API, typed by its description: `client.GET('/timelines/{id}', { params: { path: { id } } })`
 * answers `{ data, error, response }`. Sends no request on its own and tries none again.
 * @throws TypeError for credentials that are not ASCII
 */
export function createServiceClient(options) {
  const { baseUrl, credentials, idempotencyKey = () => crypto.randomUUID(), headers, ...rest } = options;
  const client = createOpenApiClient({
    ...rest,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { ...(credentials ? headersOf(credentials) : {}), ...headers },
  });
  client.use(withIdempotencyKey(idempotencyKey));
  return client;
}
