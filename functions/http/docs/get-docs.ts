import type { APIGatewayProxyEvent } from 'aws-lambda';
import { functionConfig } from '#app/composition/settings.ts';
import { requestBaseUrl } from '#front/api/base-url.ts';
import { errorResponse, type HttpResponse } from '#front/api/http-response.ts';
import { builtConsole } from '#front/console/built-console.ts';
import { consolePageHeaders, consolePageHtml } from '#front/console/console-page.ts';
import { getConsoleContract, getConsoleFileContract } from '#front/console/contract.ts';
import { getDocsFileContract, getLlmsTextContract, getProtectedResourceContract } from '#front/docs/contract.ts';
import { guideTexts } from '#front/docs/guide-texts.ts';
import { guideNameOfFile } from '#front/docs/guides.ts';
import { llmsText } from '#front/docs/llms-text.ts';
import { REFERENCE_PAGE_HEADERS, referencePageHtml } from '#front/docs/page.ts';
import { protectedResourceMetadata } from '#front/docs/protected-resource-metadata.ts';
import { readReferencePageFile } from '#front/docs/read-reference-page-file.ts';
import type { SwaggerViewerFile } from '#front/docs/viewer-files.ts';
import { loadDocsSite } from '#front/docs-site/built-site.ts';
import { DOCS_PAGE_HEADERS, docsPageHtml } from '#front/docs-site/docs-page-html.ts';
import { BASE_URL_PLACEHOLDER } from '#front/docs-site/places.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

const CACHE_FOR_AN_HOUR = 'public, max-age=3600';
const MARKDOWN = 'text/markdown; charset=utf-8';

/** A 200 that may be cached for an hour, unless `headers` says otherwise. */
const okResponse = (contentType: string, body: string, headers: Record<string, string> = {}): HttpResponse => ({
  statusCode: 200,
  headers: {
    'content-type': contentType,
    'cache-control': CACHE_FOR_AN_HOUR,
    'x-request-id': newId('request'),
    ...headers,
  },
  body,
});

/** Headers that allow scripts of all origins to read the response (CORS). */
const CROSS_ORIGIN = { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' };

const routeNotFoundResponse = (baseUrl: string): HttpResponse =>
  errorResponse(new ServiceError('route_not_found', 'There is no such route.'), newId('request'), baseUrl);

/** A page of the documentation site; undefined if the site has no page of this name. */
async function sitePageResponse(baseUrl: string, name: string): Promise<HttpResponse | undefined> {
  const page = ownPropertyValue((await loadDocsSite()).pages, name);
  return page && okResponse('text/html; charset=utf-8', docsPageHtml(baseUrl, name, page), DOCS_PAGE_HEADERS);
}

/** The response to `/docs/{file}`: a page, the Markdown of a page, or a file that pages load (script, style sheet, search index). */
async function docsFileResponse(
  baseUrl: string,
  pathParameters: APIGatewayProxyEvent['pathParameters'],
): Promise<HttpResponse> {
  const params = getDocsFileContract.params?.safeParse(pathParameters);
  if (!params?.success) return routeNotFoundResponse(baseUrl);
  const { file } = params.data;
  if (file === 'reference')
    return okResponse('text/html; charset=utf-8', referencePageHtml(new URL(baseUrl).pathname), REFERENCE_PAGE_HEADERS);
  const site = await loadDocsSite();
  if (file === 'site.css') return okResponse('text/css; charset=utf-8', site.css, CROSS_ORIGIN);
  if (file === 'site.js') return okResponse('text/javascript; charset=utf-8', site.script, CROSS_ORIGIN);
  if (file === 'search.json') return okResponse('application/json; charset=utf-8', site.searchIndexJson, CROSS_ORIGIN);
  const sitePage = await sitePageResponse(baseUrl, file);
  if (sitePage) return sitePage;
  const markdown = ownPropertyValue(site.markdownByFileName, file);
  if (markdown !== undefined)
    return okResponse(MARKDOWN, markdown.replaceAll(BASE_URL_PLACEHOLDER, baseUrl), CROSS_ORIGIN);
  const guide = guideNameOfFile(file);
  if (guide !== undefined) return okResponse(MARKDOWN, ownPropertyValue(guideTexts, guide) ?? '', CROSS_ORIGIN);
  const viewerFile = await readReferencePageFile(file as SwaggerViewerFile);
  return okResponse(viewerFile.type, viewerFile.text, { 'x-content-type-options': 'nosniff' });
}

const hasSessionCookie = ({ headers }: APIGatewayProxyEvent): boolean =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'cookie' && /(?:^|;\s*)session=[^;]/.test(value ?? ''),
  );

/**
 * The response with the page of the console, or with one of its files. Browsers revalidate the page, its script and its style sheet at each
 * use (`no-cache`): a new deployment changes them under the same names.
 */
function consoleResponse(event: APIGatewayProxyEvent): HttpResponse {
  const { pathParameters } = event;
  const baseUrl = requestBaseUrl(event, functionConfig().publicBaseUrl);
  if (!pathParameters?.file) {
    // The page has absolute paths. Relative ones would be wrong when the page is requested with a trailing slash, which some gateways remove.
    const basePath = new URL(baseUrl).pathname;
    // A page without a session sends no requests to the API, so that no 401 is logged.
    const session = hasSessionCookie(event) ? 'cookie' : 'none';
    const location = { files: `${basePath}/console/`, api: basePath, session } as const;
    const headers = {
      'cache-control': 'no-cache',
      vary: 'cookie',
      ...consolePageHeaders(functionConfig().storageOrigin),
    };
    return okResponse('text/html; charset=utf-8', consolePageHtml(location), headers);
  }
  const params = getConsoleFileContract.params?.safeParse(pathParameters);
  if (!params?.success) return routeNotFoundResponse(baseUrl);
  const { type, body, isBase64 } = builtConsole[params.data.file];
  const headers = { 'x-content-type-options': 'nosniff', ...(isBase64 ? {} : { 'cache-control': 'no-cache' }) };
  return { ...okResponse(type, body, headers), ...(isBase64 ? { isBase64Encoded: true } : {}) };
}

/**
 * Answers the public requests other than `/openapi.json`: pages of the documentation and of the console, files that they load, guides, and
 * well-known files.
 */
export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> => {
  const { pathParameters, path } = event;
  const route = path.replace(/\/+$/, '');
  const routeOfPage = pathParameters?.file ? route.slice(0, route.lastIndexOf('/')) : route;
  if (routeOfPage.endsWith(getConsoleContract.path)) return consoleResponse(event);
  const baseUrl = requestBaseUrl(event, functionConfig().publicBaseUrl);
  if (pathParameters?.file) return docsFileResponse(baseUrl, pathParameters);
  if (route.endsWith(getLlmsTextContract.path))
    return okResponse('text/plain; charset=utf-8', llmsText(baseUrl), CROSS_ORIGIN);
  if (route.endsWith(getProtectedResourceContract.path))
    return okResponse(
      'application/json; charset=utf-8',
      JSON.stringify(protectedResourceMetadata(baseUrl, functionConfig().trustedIssuer?.issuer)),
      CROSS_ORIGIN,
    );
  return (await sitePageResponse(baseUrl, 'start')) ?? routeNotFoundResponse(baseUrl);
};
