import type { CloudFormationResources } from './api-stage-logical-id.ts';
import type { ServerlessOfflineRequest, ServerlessOfflineServer } from './serverless-cli.ts';

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Reads the origins of `SESSION_ORIGINS`, separated by commas. @throws Error for `*`, `null` and anything else that is not an origin */
export function parseSessionOrigins(setting = ''): string[] {
  const origins = setting.split(',').flatMap((text) => text.trim() || []);
  for (const origin of origins)
    if (!isOrigin(origin))
      throw new Error(`SESSION_ORIGINS: ${origin} is not an origin, such as https://app.example.com`);
  return origins;
}

/**
 * The headers that let pages of allowed origins read answers that the gateway gives without calling a function. A gateway cannot compare
 * origins: if one is allowed, the header names that one; if several are, it names the origin of the request. That is safe, because such an
 * answer has nothing but an error code and the id of the request.
 * @param origins the allowed origins; without any, there are no headers
 * @param exposedHeaders CORS_EXPOSED_HEADERS of lib/front/api/cors.ts
 */
export function createGatewayErrorCorsParameters(
  origins: readonly string[],
  exposedHeaders: string,
): Record<string, string> {
  if (origins.length === 0) return {};
  const headers = {
    'access-control-allow-origin': origins.length === 1 ? `'${origins[0]}'` : 'method.request.header.origin',
    'access-control-allow-credentials': "'true'",
    'access-control-expose-headers': `'${exposedHeaders}'`,
    vary: "'origin'",
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]));
}

/**
 * Adds the CORS headers for allowed origins to all answers that API Gateway gives without calling a function, in the resources of a
 * service.
 */
export function addGatewayCorsToResources(
  resources: CloudFormationResources,
  setting: string | undefined,
  exposedHeaders: string,
): void {
  const corsParameters = createGatewayErrorCorsParameters(parseSessionOrigins(setting), exposedHeaders);
  for (const resource of Object.values(resources)) {
    if (resource.Type !== 'AWS::ApiGateway::GatewayResponse') continue;
    const { ResponseParameters: presentParameters = {}, ...properties } = resource.Properties ?? {};
    // In serverless.yml these resources share one object.
    resource.Properties = {
      ...properties,
      ResponseParameters: { ...(presentParameters as object), ...corsParameters },
    };
  }
}

/**
 * Removes the additions of serverless-offline to every answer to a request with an `Origin`: it lets any page read the answer, with
 * credentials, and answers 200 to every OPTIONS. The functions decide that, as on AWS.
 * @param server the hapi server of serverless-offline
 */
export function removeOfflineCorsHandling(server: ServerlessOfflineServer): void {
  const answers = new WeakMap<ServerlessOfflineRequest, { names: ReadonlySet<string>; statusCode: number }>();
  server.ext('onPostHandler', (request, h) => {
    const { headers, statusCode } = request.response;
    if (headers) answers.set(request, { names: new Set(Object.keys(headers)), statusCode });
    return h.continue;
  });
  server.ext('onPreResponse', (request, h) => {
    const answer = answers.get(request);
    const response = request.response.isBoom ? request.response.output : request.response;
    for (const name of Object.keys(response.headers))
      if (name.startsWith('access-control-') && !answer?.names.has(name)) delete response.headers[name];
    if (answer && request.method === 'options') response.statusCode = answer.statusCode;
    return h.continue;
  });
}
