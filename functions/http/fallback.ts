import type { APIGatewayProxyEvent } from 'aws-lambda';
import { baseUrlOf } from '../../lib/api/base-url.ts';
import { answerUnrouted } from '../../lib/api/fallback.ts';
import type { HttpResponse } from '../../lib/api/http-response.ts';
import { config } from '../../lib/runtime/services.ts';

/** Answers what no operation does: unknown routes, methods that a path does not support, preflights. */
export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> =>
  answerUnrouted(event, {
    sessionOrigins: config().sessionOrigins,
    baseUrl: baseUrlOf(event, config().publicBaseUrl),
  });
