import { setTimeout as sleep } from 'node:timers/promises';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createAgentServer } from '#front/agents/create-agent-server.ts';
import { createHttpServiceCaller } from '#front/agents/service-caller.ts';
import { pollDelayOverHttp } from '#front/agents/wait-schedule.ts';
import { requestBaseUrl } from '#front/api/base-url.ts';
import type { CompleteHttpAnswer } from '#kernel/contract/operation-contract.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { log } from './log.ts';
import { config } from './services.ts';

/** Milliseconds after which a tool answers with the present state of its work: the gateway ends a request after 29 s. */
const WAIT_MS = 20_000;

/** Headers that a tool sends on to the API, so that it has exactly the rights of the request that calls it. */
const CREDENTIAL_HEADERS = ['x-api-key', 'authorization', 'cookie', 'origin'];

const headersOf = ({ headers }: APIGatewayProxyEvent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), value]])),
  );

/** Media types of the protocol's answers, both of which it requires. The handler answers JSON: the gateway sends no stream. */
const ACCEPT = 'application/json, text/event-stream';
const JSON_TYPE = 'application/json; charset=utf-8';

/** The last message of an answer. An answer may be a stream of events, in which the messages before the last report progress. */
const lastMessageOf = (text: string): string => [...text.matchAll(/^data: (\{.*\})$/gm)].at(-1)?.[1] ?? text;

/** URL of the metadata document (RFC 9728) that names the issuers of access tokens for the tools. */
export const protectedResourceMetadataUrl = (event: APIGatewayProxyEvent): string =>
  `${requestBaseUrl(event, config().publicBaseUrl)}/.well-known/oauth-protected-resource`;

/**
 * Refuses pages of unknown origins, as the Model Context Protocol requires: a page of another site must not use the tools of a
 * service in its visitor's network. A request without an origin passes.
 * @throws ServiceError `origin_not_allowed`
 */
function assertKnownOrigin(origin: string | undefined, knownOrigins: readonly string[]): void {
  if (origin !== undefined && !knownOrigins.includes(origin))
    throw new ServiceError(
      'origin_not_allowed',
      `Pages of ${cutOrigin(origin)} may not use the tools. The operator allows an origin in SESSION_ORIGINS; other programs send no Origin.`,
    );
}
/** Characters of an unknown origin that a message repeats. */
const MAX_ORIGIN_LENGTH = 100;
const cutOrigin = (origin: string): string => origin.slice(0, MAX_ORIGIN_LENGTH);

/** Answers one message of the Model Context Protocol. Each tool calls the public API with the credentials of the request. */
export async function answerMcpMessage(
  event: APIGatewayProxyEvent,
  message: object,
): Promise<CompleteHttpAnswer & Record<string, unknown>> {
  const { publicBaseUrl, sessionOrigins } = config();
  const baseUrl = requestBaseUrl(event, publicBaseUrl);
  const headers = headersOf(event);
  assertKnownOrigin(headers.origin, [new URL(baseUrl).origin, ...sessionOrigins]);
  const credentials = Object.fromEntries(Object.entries(headers).filter(([name]) => CREDENTIAL_HEADERS.includes(name)));
  const onFault = (error: unknown) => log.error('tool failed', { error });
  const deps = {
    call: createHttpServiceCaller(async () => ({ baseUrl, headers: credentials })),
    baseUrl: () => baseUrl,
    waitMs: WAIT_MS,
    pollDelay: pollDelayOverHttp,
    now: () => performance.now(),
    clock: () => new Date(),
    sleep: (milliseconds: number) => sleep(milliseconds),
    onFault,
  };
  const { fetch } = createMcpHandler(() => createAgentServer(deps), { responseMode: 'json' });
  // The handler takes `parsedBody` and ignores this body: the message can be nested too deeply for JSON.stringify.
  const request = new Request(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...headers, accept: ACCEPT },
    body: '{}',
  });
  const response = await fetch(request, { parsedBody: message });
  const text = await response.text();
  return { status: response.status, headers: { 'content-type': JSON_TYPE }, body: lastMessageOf(text) };
}
