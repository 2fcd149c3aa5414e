import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describeService } from '../../../lib/docs/description.ts';
import { baseUrlOf } from '../../../lib/http/base-url.ts';
import { type HttpResponse, jsonResponse } from '../../../lib/http/problem.ts';
import { newId } from '../../../lib/ids.ts';
import { config } from '../../../lib/runtime/data.ts';

const HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> =>
  jsonResponse(200, describeService(baseUrlOf(event, config().publicBaseUrl)), newId('request'), HEADERS);
