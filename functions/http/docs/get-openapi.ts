import type { APIGatewayProxyEvent } from 'aws-lambda';
import { config } from '#app/composition/services.ts';
import { requestBaseUrl } from '#front/api/base-url.ts';
import { type HttpResponse, jsonResponse } from '#front/api/http-response.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { newId } from '#kernel/shared/ids.ts';

const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

/** Answers `GET /openapi.json` with the OpenAPI description of the service. */
export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> =>
  jsonResponse(
    200,
    createServiceOpenApiDocument(requestBaseUrl(event, config().publicBaseUrl)),
    newId('request'),
    HEADERS,
  );
