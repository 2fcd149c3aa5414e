import { z } from 'zod';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { CONSOLE_FILES } from './console-files.ts';

/** `GET /console`: the page of the console. */
export const getConsoleContract = defineContract({
  operation: 'getConsole',
  tag: 'service',
  summary: 'The web console, for people with an API key',
  method: 'GET',
  path: '/console',
  open: true,
  answer: z.string(),
  media: 'text/html',
  errors: [],
});

/** `GET /console/{file}`: a script, a style sheet or a font of the console. */
export const getConsoleFileContract = defineContract({
  operation: 'getConsoleFile',
  tag: 'service',
  summary: 'A file of the console',
  method: 'GET',
  path: '/console/{file}',
  params: z.strictObject({
    file: z
      .enum(CONSOLE_FILES)
      .describe('The name of the file.')
      .meta({ examples: ['console.js'] }),
  }),
  open: true,
  answer: z.string(),
  media: '*/*',
  errors: [],
});
