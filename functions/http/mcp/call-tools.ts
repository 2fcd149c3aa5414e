import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { answerMcpMessage, protectedResourceMetadataUrl } from '#app/composition/agents.ts';
import { createApiEndpoint } from '#app/composition/api.ts';
import type { HttpResponse } from '#front/api/http-response.ts';
import { callToolsContract } from '#front/service/contract.ts';

const answer = createApiEndpoint(callToolsContract, ({ event, body }) => answerMcpMessage(event, body));

/**
 * Handles `POST /mcp`: calls of the tools for agents. A 401 names the metadata of the protected resource (RFC 9728), by which clients
 * find the issuer of their tokens.
 */
export const handler = async (event: APIGatewayProxyEvent, context: Context): Promise<HttpResponse> => {
  const response = await answer(event, context);
  if (response.statusCode === 401)
    response.headers['www-authenticate'] = `Bearer resource_metadata="${protectedResourceMetadataUrl(event)}"`;
  return response;
};
