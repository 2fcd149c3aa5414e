import createOpenApiClient, { type Client, type ClientOptions, type Middleware } from 'openapi-fetch';
import { asciiHeader } from './ascii-header.ts';
import type { components, paths } from './schema.ts';

export type Schemas = components['schemas'];
export type ServiceClient = Client<paths, 'application/json'>;

/** One way to show who one is. */
export type ClientCredentials = { apiKey: string } | { token: string } | { session: string };

export interface ServiceClientOptions extends Pick<ClientOptions, 'fetch' | 'headers'> {
  /** With the version: `http://localhost:3000/v1`. */
  baseUrl: string;
  credentials?: ClientCredentials;
  /** Makes the idempotency key of a POST that names none; by default a random UUID. */
  idempotencyKey?: () => string;
}

const headersOf = (credentials: ClientCredentials): Record<string, string> => {
  if ('apiKey' in credentials) return { 'x-api-key': asciiHeader('The API key', credentials.apiKey) };
  if ('token' in credentials) return { authorization: `Bearer ${asciiHeader('The bearer token', credentials.token)}` };
  return { cookie: `session=${asciiHeader('The session', credentials.session)}` };
};

/** A POST that is sent again, by whatever retries it, must not make a second thing. */
const withIdempotencyKey = (makeKey: () => string): Middleware => ({
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
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { baseUrl, credentials, idempotencyKey = () => crypto.randomUUID(), headers, ...rest } = options;
  const client = createOpenApiClient<paths, 'application/json'>({
    ...rest,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { ...(credentials ? headersOf(credentials) : {}), ...headers },
  });
  client.use(withIdempotencyKey(idempotencyKey));
  return client;
}
