import type { APIGatewayProxyEvent } from 'aws-lambda';
import { contracts } from '../../lib/contracts.ts';
import { ServiceError } from '../../lib/errors.ts';
import { type HttpResponse, problem } from '../../lib/http/problem.ts';
import { methodsOf } from '../../lib/http/routes.ts';
import { newId } from '../../lib/ids.ts';

/** Answers what no operation does: 405 where the path exists with other methods, else 404. */
export const handler = async ({
  path,
  httpMethod,
}: Pick<APIGatewayProxyEvent, 'path' | 'httpMethod'>): Promise<HttpResponse> => {
  const methods = methodsOf(contracts, path.replace(/^\/v1(?=\/|$)/, ''));
  const error =
    path.startsWith('/v1/') && methods.length > 0
      ? new ServiceError('method_not_allowed', `${httpMethod} is not possible here.`, {
          headers: { allow: methods.join(', ') },
        })
      : new ServiceError('route_not_found', 'There is no such route.');
  return problem(error, newId('request'));
};
