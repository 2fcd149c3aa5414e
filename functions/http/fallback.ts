import type { APIGatewayProxyEvent } from 'aws-lambda';
import { config } from '#app/composition/services.ts';
import { requestBaseUrl } from '#front/api/base-url.ts';
import { answerUnroutedRequest } from '#front/api/fallback.ts';
import type { HttpResponse } from '#front/api/http-response.ts';

/** Answers requests for which there is no operation: unknown routes, methods that a path does not support, CORS preflights. */
export const handler = async (event: APIGatewayProxyEvent): Promise<HttpResponse> =>
  answerUnroutedRequest(event, {
    sessionOrigins: config().sessionOrigins,
    baseUrl: requestBaseUrl(event, config().publicBaseUrl),
  });
