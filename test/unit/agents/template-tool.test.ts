import { expect, it } from 'vitest';
import { runTool } from '#front/agents/run-tool.ts';
import { createTemplateFromWebsiteTool } from '#front/agents/tools/template-tool.ts';

it('a template of a website is created with one request, and models learn where its colours come from', async () => {
  const asked: unknown[] = [];
  const { content } = await runTool(
    createTemplateFromWebsiteTool,
    { url: 'https://acme.example', base: 'minimal' },
    {
      call: async ({ operation }, { body } = {}) => {
        asked.push([operation, body]);
        const sources = [{ field: 'colors.accent', value: '#00845f', found: '#12b886', note: 'It was changed.' }];
        return { id: 'tpl_1', name: 'Acme', colors: { accent: '#00845f' }, sources, previews: [] };
      },
      progress: async () => undefined,
      wait: async (look, { seen }) => seen ?? look(),
    },
  );
  expect(asked).toEqual([['createTemplateFrom', { url: 'https://acme.example', base: 'minimal' }]]);
  const [text] = content;
  expect(JSON.parse(text?.type === 'text' ? text.text : '')).toEqual({
    ...{ id: 'tpl_1', name: 'Acme', colors: { accent: '#00845f' }, sources: ['colors.accent: It was changed.'] },
    next: 'Pass id as template_id of create_timeline.',
  });
});
