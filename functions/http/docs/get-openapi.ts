import type { APIGatewayProxyEvent } from 'aws-lambda';
import { baseUrlOf } from '../../../lib/api/base-url.ts';
import { type HttpResponse, jsonResponse } from '../../../lib/api/http-response.ts';
import { describeService } from '../../../lib/api/openapi/description.ts';
import { config } from '../../../lib/runtime/services.ts';
import { newId } from '../../../lib/shared/ids.ts';

const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> =>
  jsonResponse(200, describeService(baseUrlOf(event, config().publicBaseUrl)), newId('request'), HEADERS);
