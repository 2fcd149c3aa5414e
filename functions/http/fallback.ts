import type { APIGatewayProxyEvent } from 'aws-lambda';
import { contracts } from '../../lib/api/contracts.ts';
import { errorResponse, type HttpResponse } from '../../lib/api/http-response.ts';
import { methodsOf } from '../../lib/api/routes.ts';
import { ServiceError } from '../../lib/shared/errors.ts';
import { newId } from '../../lib/shared/ids.ts';

/** Answers what no operation does: 405 where the path exists with other methods, else 404. */
export const handler = async ({
  path,
  httpMethod,
}: Pick<APIGatewayProxyEvent, 'path' | 'httpMethod'>): Promise<HttpResponse> => {
  const methods = methodsOf(contracts, path.replace(/^\/v1(?=\/|$)/, ''));
  const error =
    path.startsWith('/v1/') && methods.length > 0
      ? new ServiceError('method_not_allowed', `This path does not take ${httpMethod}.`, {
          headers: { allow: methods.join(', ') },
        })
      : new ServiceError('route_not_found', 'There is no such route.');
  return errorResponse(error, newId('request'));
};
