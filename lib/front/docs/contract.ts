import { z } from 'zod';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { GUIDE_FILES } from './guides.ts';
import { searchIndexSchema } from './search-index.ts';
import { DOCS_SITE_FILES } from './site-pages.ts';
import { SWAGGER_VIEWER_FILES } from './viewer-files.ts';

/** `GET /openapi.json`: the OpenAPI document. */
export const getOpenApiContract = defineContract({
  operation: 'getOpenApi',
  tag: 'service',
  summary: 'This description of the API, as OpenAPI 3.1',
  method: 'GET',
  path: '/openapi.json',
  open: true,
  answer: z.looseObject({ openapi: z.string(), info: z.looseObject({ version: z.string() }) }),
  errors: [],
});

/** `GET /docs`: the start page of the documentation. */
export const getDocsContract = defineContract({
  operation: 'getDocs',
  tag: 'service',
  summary: 'The documentation, for people',
  method: 'GET',
  path: '/docs',
  open: true,
  answer: z.string(),
  media: 'text/html',
  errors: [],
});

/** `GET /docs/{file}`: a page, its Markdown, or a file that pages load. */
export const getDocsFileContract = defineContract({
  operation: 'getDocsFile',
  tag: 'service',
  summary: 'A page of the documentation, its Markdown, or a file that pages use',
  method: 'GET',
  path: '/docs/{file}',
  params: z.strictObject({
    file: z
      .enum([...SWAGGER_VIEWER_FILES, ...GUIDE_FILES, ...DOCS_SITE_FILES])
      .describe('The name of the file.')
      .meta({ examples: ['webhooks.md'] }),
  }),
  open: true,
  answer: z.string(),
  media: 'text/*',
  json_file: searchIndexSchema,
  errors: [],
});

/** `GET /llms.txt`: the overview for language models. */
export const getLlmsTextContract = defineContract({
  operation: 'getLlmsText',
  tag: 'service',
  summary: 'What this service is and where its guides are, for language models',
  method: 'GET',
  path: '/llms.txt',
  open: true,
  answer: z.string(),
  media: 'text/plain',
  errors: [],
});

/** `GET /.well-known/oauth-protected-resource`: metadata of the protected resource (RFC 9728). */
export const getProtectedResourceContract = defineContract({
  operation: 'getProtectedResource',
  tag: 'service',
  summary: 'The issuers of bearer tokens for the tools for agents (RFC 9728)',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource',
  open: true,
  answer: z.object({
    resource: z
      .url()
      .describe('The address of the tools.')
      .meta({ examples: ['https://api.example.com/v1/mcp'] }),
    resource_name: z
      .string()
      .describe('The name of the service.')
      .meta({ examples: ['Video Timeline and Render Service'] }),
    resource_documentation: z
      .url()
      .describe('The guide to the tools.')
      .meta({ examples: ['https://api.example.com/v1/docs/agents.md'] }),
    authorization_servers: z
      .array(z.string())
      .optional()
      .describe('Issuers of bearer tokens. Absent: API keys only.')
      .meta({ examples: [['https://login.example.com']] }),
    bearer_methods_supported: z
      .array(z.string())
      .describe('The place of a bearer token in a request.')
      .meta({ examples: [['header']] }),
  }),
  errors: [],
});
