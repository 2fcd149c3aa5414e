import { z } from 'zod';
import { contract } from '../contract/contract.ts';
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
  summary: 'This description of the API, for people',
  method: 'GET',
  path: '/docs',
  open: true,
  answer: z.string(),
  media: 'text/html',
  errors: [],
});

export const getDocsFileContract = contract({
  operation: 'getDocsFile',
  tag: 'service',
  summary: 'A file that the page of `/docs` is made of',
  method: 'GET',
  path: '/docs/{file}',
  params: z.strictObject({ file: z.enum(VIEWER_FILES) }),
  open: true,
  answer: z.string(),
  media: 'text/*',
  errors: [],
});
