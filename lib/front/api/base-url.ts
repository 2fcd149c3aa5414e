import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * The base address that a request was sent to, with the version and without a slash at its end. A stage name or the base path of a
 * custom domain may precede the version: the path of the gateway's context contains it, that of the event does not.
 * @param configuredBaseUrl the address that a setting names; undefined: it is derived from the request
 */
export function requestBaseUrl(
  { requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>,
  configuredBaseUrl: string | undefined,
): string {
  if (configuredBaseUrl !== undefined) return configuredBaseUrl;
  const route = path.replace(/\/+$/, '');
  const fullPath = requestContext.path.replace(/\/+$/, '');
  return `https://${requestContext.domainName}${fullPath.slice(0, fullPath.length - route.length)}/v1`;
}
