import { z } from 'zod';
import { contract } from '../contract/contract.ts';
import { listOf, pageQuery } from '../contract/pagination.ts';
import { SLIDE_LAYOUTS } from '../video/drawing/drawable-slide.ts';
import { FORMAT_NAMES } from '../video/format.ts';

const SHOWN_LAYOUTS = z.enum(SLIDE_LAYOUTS).exclude(['auto']);

export const templatePreviewAnswer = z
  .object({
    format: z.enum(FORMAT_NAMES),
    layout: SHOWN_LAYOUTS,
    url: z.url().describe('Address of the PNG: valid for one hour, needs no credentials.'),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'TemplatePreview' });

export const templateAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    scheme: z.enum(['light', 'dark']),
    layouts: z.array(z.enum(SLIDE_LAYOUTS)),
    formats: z.array(z.enum(FORMAT_NAMES)),
    previews: z
      .array(templatePreviewAnswer)
      .describe('Sample slides in this look. A list has a few for each template; one template by its id has all.'),
  })
  .meta({ id: 'Template' });

export const listTemplatesContract = contract({
  operation: 'listTemplates',
  tag: 'templates',
  summary: 'The looks that a timeline can have',
  method: 'GET',
  path: '/templates',
  query: z.strictObject(pageQuery),
  answer: listOf(templateAnswer),
  errors: ['invalid_cursor'],
});

export const getTemplateContract = contract({
  operation: 'getTemplate',
  tag: 'templates',
  summary: 'A template',
  method: 'GET',
  path: '/templates/{id}',
  params: z.strictObject({ id: z.string().max(64) }),
  answer: templateAnswer,
  errors: ['template_not_found'],
});
