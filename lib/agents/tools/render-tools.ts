import { z } from 'zod';
import {
  cancelRenderContract,
  createRenderContract,
  getRenderContract,
  type renderAnswer,
} from '../../renders/contract.ts';
import { agentTool, type ToolAnswer, type ToolContext } from '../agent-tool.ts';
import { bodyOf } from './body-of.ts';
import { slim } from './slim.ts';

type Render = z.output<typeof renderAnswer>;

const ENDS: readonly Render['status'][] = ['completed', 'failed', 'canceled'];

const NEXT: Readonly<Partial<Record<Render['status'], string>>> = {
  completed: 'Give the user output.url: it holds for an hour, and get_render gives it again.',
  failed: 'Tell the user error.message, or repair the timeline and render again.',
  canceled: 'The render was canceled; render_video makes another.',
};

function shown(render: Render): ToolAnswer {
  const { id, timeline_id, status, progress, stage, queue_position, output, error } = render;
  const { url, duration_seconds, size_bytes, poster_url, captions, extras, resolution, codec, width, height } = output;
  const film = { url, duration_seconds, size_bytes, poster_url, captions, extras, resolution, codec, width, height };
  const state = slim({ id, timeline_id, status, stage, queue_position, output: film, error }) as object;
  return { data: { ...state, progress, next: NEXT[status] ?? 'Call get_render with this id until it has ended.' } };
}

async function whenEnded(id: string, { call, wait, progress }: ToolContext): Promise<ToolAnswer> {
  const look = async () => {
    const render = (await call(getRenderContract, { params: { id } })) as Render;
    await progress(render.progress, `${render.status}: ${render.stage}`);
    return render;
  };
  return shown(await wait(look, ({ status }) => ENDS.includes(status)));
}

const theRender = z.string().min(1).max(64).describe('The id that render_video gave.');
const EXAMPLE = 'rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1E';

export const renderVideoTool = agentTool({
  name: 'render_video',
  title: 'Render a video',
  description:
    'Makes the film of a timeline. It counts against the render seconds and narration characters of the account. Waits for the end as long as it can, then gives the id for get_render.',
  input: bodyOf(createRenderContract),
  example: { timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', output: { resolution: '1080p' } },
  id: 'timeline_id',
  run: async (body, context) => {
    const { id } = (await context.call(createRenderContract, { body })) as Render;
    return whenEnded(id, context);
  },
});

export const getRenderTool = agentTool({
  name: 'get_render',
  title: 'Get a render',
  description:
    'How far a render is, and the address of the film when it is completed. Waits for the end as long as it can.',
  input: z.strictObject({
    render_id: theRender,
    wait: z.boolean().default(true).describe('Whether to wait for the end.'),
  }),
  example: { render_id: EXAMPLE },
  id: 'render_id',
  reads_only: true,
  run: async ({ render_id, wait = true }, context) =>
    wait
      ? whenEnded(render_id, context)
      : shown((await context.call(getRenderContract, { params: { id: render_id } })) as Render),
});

export const cancelRenderTool = agentTool({
  name: 'cancel_render',
  title: 'Cancel a render',
  description: 'Ends a render that has not ended. What it used until then still counts.',
  input: z.strictObject({ render_id: theRender }),
  example: { render_id: EXAMPLE },
  id: 'render_id',
  destroys: true,
  idempotent: true,
  run: async ({ render_id }, { call }) =>
    shown((await call(cancelRenderContract, { params: { id: render_id } })) as Render),
});
