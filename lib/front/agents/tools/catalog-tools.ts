import { z } from 'zod';
import type { voiceAnswerSchema } from '#features/narration/contract.ts';
import { listVoicesContract } from '#features/narration/contract.ts';
import { listTemplatesContract, type templateAnswerSchema } from '#features/templates/contract.ts';
import { listIconsContract } from '#features/timelines/contract.ts';
import { languageTagSchema } from '#kernel/contract/language-tag.ts';
import { defineAgentTool } from '../define-agent-tool.ts';

/** Number of voices in an answer: enough for a choice. The service lists all of them. */
const MAX_VOICES = 30;

interface ListAnswer<Item> {
  data: Item[];
  has_more: boolean;
}

/** The tool `list_templates`. */
export const listTemplatesTool = defineAgentTool({
  name: 'list_templates',
  title: 'List templates',
  description: 'Templates of timelines. Pass an id as template_id of create_timeline.',
  input: z.strictObject({}),
  example: {},
  reads_only: true,
  run: async (_, { call }) => {
    const { data, has_more } = (await call(listTemplatesContract, { query: { limit: '100' } })) as ListAnswer<
      z.output<typeof templateAnswerSchema>
    >;
    const templates = data.map(({ id, name, description, scheme }) => ({ id, name, description, scheme }));
    return { data: { templates, has_more, next: 'Pass an id as template_id of create_timeline.' } };
  },
});

/** The tool `list_voices`. */
export const listVoicesTool = defineAgentTool({
  name: 'list_voices',
  title: 'List voices',
  description: 'Voices that narrate in a language. Pass an id as voice of create_timeline.',
  input: z.strictObject({ language: languageTagSchema.default('en').describe('BCP 47, such as en, de or pt-BR.') }),
  example: { language: 'en' },
  reads_only: true,
  run: async ({ language = 'en' }, { call }) => {
    const { data, has_more } = (await call(listVoicesContract, {
      query: { language, limit: String(MAX_VOICES) },
    })) as ListAnswer<z.output<typeof voiceAnswerSchema>>;
    const voices = data.map(({ id, name, language: voiceLanguage, gender, quality }) => ({
      id,
      name,
      language: voiceLanguage,
      gender,
      quality,
    }));
    return { data: { voices, has_more, next: 'Pass an id as voice of create_timeline.' } };
  },
});

/** Number of icons in an answer. */
const MAX_ICONS = 12;

/** The tool `search_icons`. */
export const searchIconsTool = defineAgentTool({
  name: 'search_icons',
  title: 'Search icons',
  description: 'Icons for items, found by English words. Pass a name as icon of one.',
  input: z.strictObject({ words: z.string().min(1).max(100) }),
  example: { words: 'money' },
  reads_only: true,
  run: async ({ words }, { call }) => {
    const { data, has_more } = (await call(listIconsContract, {
      query: { q: words, limit: String(MAX_ICONS) },
    })) as ListAnswer<{ name: string }>;
    return {
      data: { icons: data.map(({ name }) => name), has_more, next: 'Pass a name as icon of an item of a slide.' },
    };
  },
});
