import { expect, it } from 'vitest';
import { runTool } from '#front/agents/run-tool.ts';
import { listTemplatesTool, listVoicesTool, searchIconsTool } from '#front/agents/tools/catalog-tools.ts';

it.each([
  ['templates', listTemplatesTool, {}],
  ['voices', listVoicesTool, {}],
  ['icons', searchIconsTool, { words: 'money' }],
])('a list of %s says whether it is whole', async (_, tool, input) => {
  for (const has_more of [true, false]) {
    const { content } = await runTool(tool, input, {
      call: async () => ({ data: [], has_more }),
      progress: async () => undefined,
      wait: async (look, { seen }) => seen ?? look(),
    });
    const [text] = content;
    expect(JSON.parse(text?.type === 'text' ? text.text : '')).toMatchObject({ has_more });
  }
});
