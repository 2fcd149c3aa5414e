import { z } from 'zod';
import { createTemplateFromContract } from '#features/brands/contract.ts';
import type { templateAnswerSchema } from '#features/templates/contract.ts';
import { defineAgentTool } from '../define-agent-tool.ts';

type Template = z.output<typeof templateAnswerSchema>;

/** The tool `create_template_from`. */
export const createTemplateFromWebsiteTool = defineAgentTool({
  name: 'create_template_from',
  title: 'Create template from website',
  description: 'A template in the look of a web page or a logo.',
  input: z.strictObject({
    url: z.string(),
    name: z.string().optional(),
    base: z.string().optional(),
  }),
  example: { url: 'https://example.com' },
  unlisted: ['name', 'base'],
  open_world: true,
  run: async (body, { call }) => {
    const template = (await call(createTemplateFromContract, { body })) as Template;
    const { id, name, colors, sources } = template;
    const notes = (sources ?? []).map(({ field, note }) => `${field}: ${note}`);
    return { data: { id, name, colors, sources: notes, next: 'Pass id as template_id of create_timeline.' } };
  },
});
