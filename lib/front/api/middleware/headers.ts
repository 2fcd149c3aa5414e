import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The value of a header; the case of its name does not matter. @param name in lower case */
export const headerOf = ({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * All values of a header that may have been sent more than once, joined, so that neither of two credentials is silently dropped.
 * @param name in lower case
 */
export function joinedHeader(
  event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
  separator: string,
): string | undefined {
  const values = Object.entries(event.multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name ? (sent ?? []) : [],
  );
  return values.length > 0 ? values.join(separator) : headerOf(event, name);
}
