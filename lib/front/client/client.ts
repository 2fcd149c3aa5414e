import createOpenApiClient, { type Client, type ClientOptions, type Middleware } from 'openapi-fetch';
import { requireAsciiHeaderValue } from './require-ascii-header-value.ts';
import type { components, paths } from './schema.ts';

/** The types of the components of the API, by name. */
export type Schemas = components['schemas'];
/** A client with a method for each HTTP method, typed by path. */
export type ServiceClient = Client<paths, 'application/json'>;

/** One of the ways to authenticate: an API key, a bearer token, or the session cookie. */
export type ClientCredentials = { apiKey: string } | { token: string } | { session: string };

/** Options of `createServiceClient`. */
export interface ServiceClientOptions extends Pick<ClientOptions, 'fetch' | 'headers'> {
  /** With the version: `http://localhost:3000/v1`. */
  baseUrl: string;
  credentials?: ClientCredentials;
  /** Makes the idempotency key of a POST without one; by default a random UUID. */
  idempotencyKey?: () => string;
}

const credentialHeaders = (credentials: ClientCredentials): Record<string, string> => {
  if ('apiKey' in credentials) return { 'x-api-key': requireAsciiHeaderValue('The API key', credentials.apiKey) };
  if ('token' in credentials)
    return { authorization: `Bearer ${requireAsciiHeaderValue('The bearer token', credentials.token)}` };
  return { cookie: `session=${requireAsciiHeaderValue('The session', credentials.session)}` };
};

/** Adds an idempotency key to each POST without one, so that a retry has no second effect. */
const withIdempotencyKey = (makeKey: () => string): Middleware => ({
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', requireAsciiHeaderValue('The idempotency key', makeKey()));
    return request;
  },
});

/**
 * A client of the public API, typed by its description: `client.GET('/timelines/{id}', { params: { path: { id } } })`
 * resolves to `{ data, error, response }`. It makes one request for each call, without retries.
 * @throws TypeError for credentials that are not ASCII
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { baseUrl, credentials, idempotencyKey = () => crypto.randomUUID(), headers, ...rest } = options;
  const client = createOpenApiClient<paths, 'application/json'>({
    ...rest,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { ...(credentials ? credentialHeaders(credentials) : {}), ...headers },
  });
  client.use(withIdempotencyKey(idempotencyKey));
  return client;
}
