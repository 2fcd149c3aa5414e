import type { APIGatewayProxyEvent } from 'aws-lambda';
import { baseUrlOf } from '../../../lib/api/base-url.ts';
import { errorResponse, type HttpResponse } from '../../../lib/api/http-response.ts';
import { getDocsFileContract } from '../../../lib/docs/contract.ts';
import { PAGE_HEADERS, page } from '../../../lib/docs/page.ts';
import { viewerFile } from '../../../lib/docs/viewer.ts';
import { config } from '../../../lib/runtime/services.ts';
import { ServiceError } from '../../../lib/shared/errors.ts';
import { newId } from '../../../lib/shared/ids.ts';

const CACHED = 'public, max-age=3600';

const answer = (type: string, body: string, headers: Record<string, string> = {}): HttpResponse => ({
  statusCode: 200,
  headers: { 'content-type': type, 'cache-control': CACHED, 'x-request-id': newId('request'), ...headers },
  body,
});

/** The page, and, under its path, the files it loads. */
export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> => {
  const { pathParameters } = event;
  if (!pathParameters?.file)
    return answer(
      'text/html; charset=utf-8',
      page(new URL(baseUrlOf(event, config().publicBaseUrl)).pathname),
      PAGE_HEADERS,
    );
  const params = getDocsFileContract.params?.safeParse(pathParameters);
  if (!params?.success)
    return errorResponse(new ServiceError('route_not_found', 'There is no such route.'), newId('request'));
  const { type, text } = await viewerFile(params.data.file);
  return answer(type, text, { 'x-content-type-options': 'nosniff' });
};
