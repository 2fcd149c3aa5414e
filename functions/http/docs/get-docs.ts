import type { APIGatewayProxyEvent } from 'aws-lambda';
import { config } from '#app/composition/settings.ts';
import { baseUrlOf } from '#front/api/base-url.ts';
import { errorResponse, type HttpResponse } from '#front/api/http-response.ts';
import { builtConsole } from '#front/console/built-console.ts';
import { consoleHeaders, consolePage } from '#front/console/console-page.ts';
import { getConsoleContract, getConsoleFileContract } from '#front/console/contract.ts';
import { getDocsFileContract, getLlmsTextContract, getProtectedResourceContract } from '#front/docs/contract.ts';
import { guideTexts } from '#front/docs/guide-texts.ts';
import { guideOf } from '#front/docs/guides.ts';
import { llmsText } from '#front/docs/llms-text.ts';
import { PAGE_HEADERS, page } from '#front/docs/page.ts';
import { protectedResource } from '#front/docs/protected-resource.ts';
import { viewerFile } from '#front/docs/viewer.ts';
import type { ViewerFile } from '#front/docs/viewer-files.ts';
import { builtSite } from '#front/docs-site/built-site.ts';
import { BASE_URL } from '#front/docs-site/places.ts';
import { SITE_HEADERS, sitePage } from '#front/docs-site/site-page.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { ownValue } from '#kernel/shared/own-value.ts';

const CACHED = 'public, max-age=3600';
const MARKDOWN = 'text/markdown; charset=utf-8';

const answer = (type: string, body: string, headers: Record<string, string> = {}): HttpResponse => ({
  statusCode: 200,
  headers: { 'content-type': type, 'cache-control': CACHED, 'x-request-id': newId('request'), ...headers },
  body,
});

/** Headers that let every page read the answer. */
const FOR_ALL = { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' };

const notThere = (base: string): HttpResponse =>
  errorResponse(new ServiceError('route_not_found', 'There is no such route.'), newId('request'), base);

/** A page of text; undefined where the site has none of this name. */
function textPage(base: string, name: string): HttpResponse | undefined {
  const built = ownValue(builtSite.pages, name);
  return built && answer('text/html; charset=utf-8', sitePage(base, name, built), SITE_HEADERS);
}

/** A page, its Markdown, or a file of pages. */
async function docsFile(base: string, pathParameters: APIGatewayProxyEvent['pathParameters']): Promise<HttpResponse> {
  const params = getDocsFileContract.params?.safeParse(pathParameters);
  if (!params?.success) return notThere(base);
  const { file } = params.data;
  if (file === 'reference') return answer('text/html; charset=utf-8', page(new URL(base).pathname), PAGE_HEADERS);
  if (file === 'site.css') return answer('text/css; charset=utf-8', builtSite.css, FOR_ALL);
  if (file === 'site.js') return answer('text/javascript; charset=utf-8', builtSite.script, FOR_ALL);
  if (file === 'search.json') return answer('application/json; charset=utf-8', builtSite.search, FOR_ALL);
  const text = textPage(base, file);
  if (text !== undefined) return text;
  const markdown = ownValue(builtSite.texts, file);
  if (markdown !== undefined) return answer(MARKDOWN, markdown.replaceAll(BASE_URL, base), FOR_ALL);
  const guide = guideOf(file);
  if (guide !== undefined) return answer(MARKDOWN, ownValue(guideTexts, guide) ?? '', FOR_ALL);
  const script = await viewerFile(file as ViewerFile);
  return answer(script.type, script.text, { 'x-content-type-options': 'nosniff' });
}

const hasSessionCookie = ({ headers }: APIGatewayProxyEvent): boolean =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'cookie' && /(?:^|;\s*)session=[^;]/.test(value ?? ''),
  );

/** The page of the console, or one of its files. A new deployment brings new files: a browser asks whether they are. */
function consoleAnswer(event: APIGatewayProxyEvent): HttpResponse {
  const { pathParameters } = event;
  const baseUrl = baseUrlOf(event, config().publicBaseUrl);
  if (!pathParameters?.file) {
    // Not relative to the page: it may be asked for with a slash at its end, which a gateway need not tell.
    const base = new URL(baseUrl).pathname;
    // Without a session the page asks the API nothing, and so no refusal is logged.
    const session = hasSessionCookie(event) ? 'cookie' : 'none';
    const place = { files: `${base}/console/`, api: base, session } as const;
    const headers = { 'cache-control': 'no-cache', vary: 'cookie', ...consoleHeaders(config().storageOrigin) };
    return answer('text/html; charset=utf-8', consolePage(place), headers);
  }
  const params = getConsoleFileContract.params?.safeParse(pathParameters);
  if (!params?.success) return notThere(baseUrl);
  const { type, body, isBase64 } = builtConsole[params.data.file];
  const headers = { 'x-content-type-options': 'nosniff', ...(isBase64 ? {} : { 'cache-control': 'no-cache' }) };
  return { ...answer(type, body, headers), ...(isBase64 ? { isBase64Encoded: true } : {}) };
}

/** Answers requests that need no credentials, other than for the description: pages, their files, the guides, and well-known files. */
export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> => {
  const { pathParameters, path } = event;
  const route = path.replace(/\/+$/, '');
  const place = pathParameters?.file ? route.slice(0, route.lastIndexOf('/')) : route;
  if (place.endsWith(getConsoleContract.path)) return consoleAnswer(event);
  const base = baseUrlOf(event, config().publicBaseUrl);
  if (pathParameters?.file) return docsFile(base, pathParameters);
  if (route.endsWith(getLlmsTextContract.path)) return answer('text/plain; charset=utf-8', llmsText(base), FOR_ALL);
  if (route.endsWith(getProtectedResourceContract.path))
    return answer(
      'application/json; charset=utf-8',
      JSON.stringify(protectedResource(base, config().trustedIssuer?.issuer)),
      FOR_ALL,
    );
  return textPage(base, 'start') ?? notThere(base);
};
