import { z } from 'zod';
import { defineContract } from '#kernel/contract/operation-contract.ts';

/** `GET /health`: the API is alive. */
export const getHealthContract = defineContract({
  operation: 'getHealth',
  tag: 'service',
  summary: 'Liveness of the API; does not check its dependencies',
  method: 'GET',
  path: '/health',
  open: true,
  answer: z.object({ status: z.literal('ok'), time: z.iso.datetime() }),
  errors: [],
});

/** `POST /mcp`: the tools for agents (Model Context Protocol). */
export const callToolsContract = defineContract({
  operation: 'callTools',
  tag: 'service',
  summary: 'The tools for agents: Model Context Protocol over HTTP, without sessions',
  description:
    'Speaks JSON-RPC, as https://modelcontextprotocol.io/specification/2026-07-28 and the revision before it have it. A message that is not JSON-RPC is answered with status 400 and a JSON-RPC error. A tool call counts as the requests that it makes. The guide is `/docs/agents.md`.',
  method: 'POST',
  path: '/mcp',
  // Each tool calls the API with the same credentials.
  scope: 'read',
  body: z.looseObject({ jsonrpc: z.literal('2.0').describe('The version of JSON-RPC.') }),
  examples: { tools: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } },
  answer: z
    .looseObject({ jsonrpc: z.literal('2.0').optional().describe('The version of JSON-RPC.') })
    .meta({ id: 'AgentMessage' }),
  whole_answer: true,
  errors: ['origin_not_allowed'],
});
