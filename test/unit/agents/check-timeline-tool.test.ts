import { expect, it } from 'vitest';
import { runTool } from '#front/agents/run-tool.ts';
import { checkTimelineTool } from '#front/agents/tools/timeline-tools.ts';

/** Runs the tool over a service whose check finds warnings. */
async function checked(codes: readonly string[], args: object = {}) {
  const asked: unknown[] = [];
  const warnings = codes.map((code) => ({ slide_id: null, position: null, code, message: code, param: null }));
  const { content } = await runTool(
    checkTimelineTool,
    { timeline_id: 'tl_1', ...args },
    {
      call: async (_, { query } = {}) => {
        asked.push(query);
        return { warnings, estimate: {} };
      },
      progress: async () => undefined,
      wait: async (look, { seen }) => seen ?? look(),
    },
  );
  const [text] = content;
  return { asked, answer: JSON.parse(text?.type === 'text' ? text.text : '') };
}

it('checks the video with the codec and the captions that render_video takes', async () => {
  const { asked } = await checked([], { codec: 'vp9', captions: 'burned_in', resolution: '720p' });
  expect(asked).toMatchObject([{ codec: 'vp9', captions: 'burned_in', resolution: '720p' }]);
});

it('advises to repair what a check finds, but not backgrounds that stand still', async () => {
  const nextOf = async (...codes: string[]): Promise<string> => (await checked(codes)).answer.next;
  expect(await nextOf()).toMatch(/^Nothing to repair/);
  expect(await nextOf('background_still')).toMatch(/^Nothing to repair/);
  expect(await nextOf('background_still', 'text_cut')).toMatch(/^Repair slides/);
});
