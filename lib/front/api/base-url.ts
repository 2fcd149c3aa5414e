import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * The base address that a request was sent to, with the version and without a slash at its end. A stage name, or a
 * domain's own path, may come before the version: the gateway's context has it, the event's path does not. `known` is
 * the address where a setting tells it.
 */
export function baseUrlOf(
  { requestContext, path }: Pick<APIGatewayProxyEvent, 'requestContext' | 'path'>,
  known: string | undefined,
): string {
  if (known !== undefined) return known;
  const route = path.replace(/\/+$/, '');
  const whole = requestContext.path.replace(/\/+$/, '');
  return `https://${requestContext.domainName}${whole.slice(0, whole.length - route.length)}/v1`;
}
