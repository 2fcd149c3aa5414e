import type { APIGatewayProxyEvent } from 'aws-lambda';
import { baseUrlOf } from '../../../lib/api/base-url.ts';
import { errorResponse, type HttpResponse } from '../../../lib/api/http-response.ts';
import { getDocsFileContract, getLlmsTextContract, getProtectedResourceContract } from '../../../lib/docs/contract.ts';
import { guideTexts } from '../../../lib/docs/guide-texts.ts';
import { guideOf } from '../../../lib/docs/guides.ts';
import { llmsText } from '../../../lib/docs/llms-text.ts';
import { PAGE_HEADERS, page } from '../../../lib/docs/page.ts';
import { protectedResource } from '../../../lib/docs/protected-resource.ts';
import { viewerFile } from '../../../lib/docs/viewer.ts';
import type { ViewerFile } from '../../../lib/docs/viewer-files.ts';
import { config } from '../../../lib/runtime/services.ts';
import { ServiceError } from '../../../lib/shared/errors.ts';
import { newId } from '../../../lib/shared/ids.ts';

const CACHED = 'public, max-age=3600';
const MARKDOWN = 'text/markdown; charset=utf-8';

const answer = (type: string, body: string, headers: Record<string, string> = {}): HttpResponse => ({
  statusCode: 200,
  headers: { 'content-type': type, 'cache-control': CACHED, 'x-request-id': newId('request'), ...headers },
  body,
});

/** What every page may read. */
const FOR_ALL = { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' };

/** A guide, or a file of the page. */
async function file(pathParameters: APIGatewayProxyEvent['pathParameters']): Promise<HttpResponse> {
  const params = getDocsFileContract.params?.safeParse(pathParameters);
  if (!params?.success)
    return errorResponse(new ServiceError('route_not_found', 'There is no such route.'), newId('request'));
  const guide = guideOf(params.data.file);
  if (guide !== undefined) return answer(MARKDOWN, guideTexts[guide] ?? '', FOR_ALL);
  const { type, text } = await viewerFile(params.data.file as ViewerFile);
  return answer(type, text, { 'x-content-type-options': 'nosniff' });
}

/** What is read without credentials beside the description: the page, its files, the guides, and what clients look for. */
export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> => {
  const { pathParameters, path } = event;
  if (pathParameters?.file) return file(pathParameters);
  const base = baseUrlOf(event, config().publicBaseUrl);
  const route = path.replace(/\/+$/, '');
  if (route.endsWith(getLlmsTextContract.path)) return answer('text/plain; charset=utf-8', llmsText(base), FOR_ALL);
  if (route.endsWith(getProtectedResourceContract.path))
    return answer(
      'application/json; charset=utf-8',
      JSON.stringify(protectedResource(base, config().trustedIssuer?.issuer)),
      FOR_ALL,
    );
  return answer('text/html; charset=utf-8', page(new URL(base).pathname), PAGE_HEADERS);
};
