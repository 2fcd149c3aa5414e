import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The value of a header; the case of its name does not matter. @param name in lower case */
export const headerValue = ({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * All values of a header that may have been sent more than once, joined. A header with credentials that is sent twice is refused because the
 * joined text is not a valid credential, whereas `headers` of the event has only the last value.
 * @param name in lower case
 * @param separator between the values
 * @returns undefined if the header was not sent
 */
export function joinedHeader(
  event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
  separator: string,
): string | undefined {
  const values = Object.entries(event.multiValueHeaders ?? {}).flatMap(([key, sentValues]) =>
    key.toLowerCase() === name ? (sentValues ?? []) : [],
  );
  return values.length > 0 ? values.join(separator) : headerValue(event, name);
}
