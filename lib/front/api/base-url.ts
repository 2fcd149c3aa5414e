import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * The base address that a request was sent to, with the version and without a slash at its end. A stage name or the base path of a
 * custom domain may precede the version: the path of the gateway's context contains it, that of the event does not.
 * @param known the address that a setting names; undefined: it is derived from the request
 */
export function requestBaseUrl(
  { requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>,
  known: string | undefined,
): string {
  if (known !== undefined) return known;
  const route = path.replace(/\/+$/, '');
  const whole = requestContext.path.replace(/\/+$/, '');
  return `https://${requestContext.domainName}${whole.slice(0, whole.length - route.length)}/v1`;
}
