import { z } from 'zod';
import { contract } from '../contract/contract.ts';
import { GUIDE_FILES } from './guides.ts';
import { SITE_FILES } from './site-pages.ts';
import { VIEWER_FILES } from './viewer-files.ts';

export const getOpenApiContract = contract({
  operation: 'getOpenApi',
  tag: 'service',
  summary: 'This description of the API, as OpenAPI 3.1',
  method: 'GET',
  path: '/openapi.json',
  open: true,
  answer: z.looseObject({ openapi: z.string(), info: z.looseObject({ version: z.string() }) }),
  errors: [],
});

export const getDocsContract = contract({
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

/** `search.json`. Its entries are `Section`s of the docs site. */
const SEARCH_INDEX = z.object({
  sections: z
    .array(
      z.object({
        key: z
          .int()
          .min(0)
          .describe('The number of the part, from 0.')
          .meta({ examples: [12] }),
        name: z
          .string()
          .describe('The name of the page.')
          .meta({ examples: ['webhooks'] }),
        page: z
          .string()
          .describe('The title of the page.')
          .meta({ examples: ['Webhooks'] }),
        id: z
          .string()
          .describe('The anchor of the part in the page; empty for its beginning.')
          .meta({ examples: ['signatures'] }),
        heading: z
          .string()
          .describe('The heading of the part.')
          .meta({ examples: ['Signatures'] }),
        text: z
          .string()
          .describe('The words of the part, without code.')
          .meta({ examples: ['Every delivery is signed.'] }),
      }),
    )
    .describe('The parts of all pages of the documentation, for a search.'),
});

export const getDocsFileContract = contract({
  operation: 'getDocsFile',
  tag: 'service',
  summary: 'A page of the documentation, its Markdown, or a file that pages are made of',
  method: 'GET',
  path: '/docs/{file}',
  params: z.strictObject({ file: z.enum([...VIEWER_FILES, ...GUIDE_FILES, ...SITE_FILES]) }),
  open: true,
  answer: z.string(),
  media: 'text/*',
  json_file: SEARCH_INDEX,
  errors: [],
});

export const getLlmsTextContract = contract({
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

export const getProtectedResourceContract = contract({
  operation: 'getProtectedResource',
  tag: 'service',
  summary: 'Who issues bearer tokens for the tools for agents (RFC 9728)',
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
      .describe('Where a bearer token goes.')
      .meta({ examples: [['header']] }),
  }),
  errors: [],
});
