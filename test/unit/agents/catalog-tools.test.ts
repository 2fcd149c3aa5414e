import { expect, it } from 'vitest';
import { runTool } from '#front/agents/run-tool.ts';
import { listTemplatesTool, listVoicesTool } from '#front/agents/tools/catalog-tools.ts';

it.each([
  ['templates', listTemplatesTool],
  ['voices', listVoicesTool],
])('a list of %s says whether it is whole', async (_, tool) => {
  for (const has_more of [true, false]) {
    const { content } = await runTool(
      tool,
      {},
      {
        call: async () => ({ data: [], has_more }),
        progress: async () => undefined,
        wait: async (look, { seen }) => seen ?? look(),
      },
    );
    const [text] = content;
    expect(JSON.parse(text?.type === 'text' ? text.text : '')).toMatchObject({ has_more });
  }
});
