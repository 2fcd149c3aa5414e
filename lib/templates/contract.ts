import { z } from 'zod';
import { contract } from '../http/contract.ts';
import { listOf, pageQuery } from '../http/pagination.ts';
import { FORMAT_NAMES } from '../timelines/format.ts';
import { SLIDE_LAYOUTS } from '../timelines/slide.ts';

export const templateAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    scheme: z.enum(['light', 'dark']),
    layouts: z.array(z.enum(SLIDE_LAYOUTS)),
    formats: z.array(z.enum(FORMAT_NAMES)),
  })
  .meta({ id: 'Template' });

export const listTemplates = contract({
  operation: 'listTemplates',
  tag: 'templates',
  summary: 'The looks that a timeline can have',
  method: 'GET',
  path: '/templates',
  query: z.strictObject(pageQuery),
  answer: listOf(templateAnswer),
  errors: ['invalid_cursor'],
});

export const getTemplate = contract({
  operation: 'getTemplate',
  tag: 'templates',
  summary: 'A template',
  method: 'GET',
  path: '/templates/{id}',
  params: z.strictObject({ id: z.string().max(64) }),
  answer: templateAnswer,
  errors: ['template_not_found'],
});
