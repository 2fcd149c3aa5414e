import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { invalidValueError, ServiceError } from '#kernel/shared/errors.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

/** The query parameters. @throws ServiceError for one that was sent more than once, which has no meaning in any operation */
function queryOf(
  event: APIGatewayProxyEvent,
  { errors }: Pick<OperationContract, 'errors'>,
): Record<string, string | undefined> {
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {}))
    if ((values?.length ?? 0) > 1)
      throw name === 'cursor' && errors.includes('invalid_cursor')
        ? new ServiceError('invalid_cursor', 'The cursor was sent more than once. Send it once.', {
            param: 'query.cursor',
          })
        : invalidValueError(`query.${name}`, 'Sent more than once. Send it once.');
  return event.queryStringParameters ?? {};
}

/** Checks path, query and body against the contract, in this order. @throws ServiceError for the first of them that is not valid */
export const validationMiddleware = ({ params, query, body, errors }: OperationContract): EndpointMiddleware => ({
  before: ({ event }) => {
    const state = requireRequestState(event);
    state.input = {
      params: params && parseRequestValue(params, event.pathParameters ?? {}, 'path'),
      query: query && parseRequestValue(query, queryOf(event, { errors }), 'query'),
      body: state.file ? undefined : body && parseRequestValue(body, event.body),
    };
  },
});
