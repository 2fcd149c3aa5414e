import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  cancelRenderContract,
  createRenderContract,
  getRenderContract,
  type renderAnswer,
} from '#features/renders/contract.ts';
import { getTimelineContract, type timelineAnswer } from '#features/timelines/contract.ts';
import { failureRowOf } from '#front/api/failure-words.ts';
import { agentTool, type ToolAnswer, type ToolContext } from '../agent-tool.ts';
import { bodyOf } from './body-of.ts';
import { slim } from './slim.ts';

type Render = z.output<typeof renderAnswer>;
type Timeline = z.output<typeof timelineAnswer>;

const ENDS: readonly Render['status'][] = ['completed', 'failed', 'canceled'];
const hasEnded = ({ status }: Render): boolean => ENDS.includes(status);

const NEXT: Readonly<Partial<Record<Render['status'], string>>> = {
  completed: 'Give the user output.url. It is valid for one hour; get_render gives a new one.',
  failed: 'Tell the user error.message, or repair the timeline and render again.',
  canceled: 'The render was canceled; render_video makes another.',
};

/** A render as a model needs it. */
export function shownRender(render: Render): object {
  const { id, timeline_id, status, progress, stage, queue_position, output, error } = render;
  const { url, duration_seconds, size_bytes, poster_url, captions, extras, resolution, codec, width, height } = output;
  const film = { url, duration_seconds, size_bytes, poster_url, captions, extras, resolution, codec, width, height };
  const state = slim({ id, timeline_id, status, stage, queue_position, output: film, error }) as object;
  return { ...state, progress };
}

/** Next step of a model after a failed render. */
function afterFailure({ error }: Render): string | undefined {
  const row = error ? failureRowOf('render', error.code) : undefined;
  return row && (row.agent ?? row.cure);
}

const shown = (render: Render): ToolAnswer => ({
  data: {
    ...shownRender(render),
    next: afterFailure(render) ?? NEXT[render.status] ?? 'Call get_render with this id until it has ended.',
  },
});

/** The longest wait that a client may ask for, in seconds. The transport may allow less. */
const MAX_WAIT_SECONDS = 50;
const waitSeconds = z
  .number()
  .min(0)
  .max(MAX_WAIT_SECONDS)
  .optional()
  .describe('Seconds to wait for the end, 0: none. Less than your client waits for a tool.');
const saveTo = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('A file (.mp4 or .webm) in the working folder, to save the completed video in.');

interface Wanted {
  seconds: number | undefined;
  /** Path for the video. */
  file: string | undefined;
}

async function whenEnded(
  id: string,
  { seconds, file }: Wanted,
  context: ToolContext,
  known?: Render,
): Promise<ToolAnswer> {
  const { call, wait, progress, files } = context;
  const check = async () => {
    const render = (await call(getRenderContract, { params: { id } })) as Render;
    await progress(render.progress, `${render.status}: ${render.stage}`);
    return render;
  };
  const render = await wait(check, { done: hasEnded, seconds, seen: known });
  const answer = shown(render);
  if (file === undefined || files === undefined) return answer;
  const { url } = render.output;
  if (render.status === 'completed' && url !== null)
    return { data: { ...answer.data, saved_to: await files.save(url, file) } };
  return hasEnded(render)
    ? answer
    : { data: { ...answer.data, next: 'Call get_render with this id and save_to until it has ended.' } };
}

/** Content key of a render of these arguments. */
const contentKey = (parts: unknown): string =>
  `agent-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;

/** A video that exists, or is being made: one that failed, was canceled, or whose file is gone, is made again. */
const isGood = (render: Render): boolean =>
  hasEnded(render) ? render.status === 'completed' && render.output.url !== null : true;

/** Renders of one content that may have failed before. */
const MAX_PREVIOUS = 20;

const renderInput = bodyOf(createRenderContract).extend({
  timeline_id: z.string().min(1).max(64).optional().describe('The id that create_timeline gave.'),
  wait_seconds: waitSeconds,
  save_to: saveTo,
  again: z.boolean().optional().describe('True: renders again, even if the same video exists.'),
});
type RenderRequest = Omit<z.input<typeof renderInput>, 'wait_seconds' | 'save_to' | 'again'>;

/**
 * The render of a content: the one that runs or is completed, else a new one. The key of the request names the content of the
 * timeline (by its version) and how it is rendered, so that the same call twice, also at the same time, makes one video.
 */
async function renderOnce(body: RenderRequest, { call }: ToolContext): Promise<Render> {
  const { timeline_id } = body;
  const timeline =
    timeline_id === undefined
      ? undefined
      : ((await call(getTimelineContract, { params: { id: timeline_id } })) as Timeline);
  const content = { body, version: timeline?.version };
  for (const previous: string[] = []; ; ) {
    let isReplayed = false;
    const onReplay = () => {
      isReplayed = true;
    };
    const idempotencyKey = contentKey([content, previous]);
    const made = (await call(createRenderContract, { body, idempotencyKey, onReplay })) as Render;
    if (!isReplayed) return made;
    const render = (await call(getRenderContract, { params: { id: made.id } })) as Render;
    if (isGood(render) || previous.length >= MAX_PREVIOUS) return render;
    previous.push(made.id);
  }
}

const theRender = z.string().min(1).max(64).describe('The id that render_video gave.');
const EXAMPLE = 'rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1E';

export const renderVideoTool = agentTool({
  name: 'render_video',
  title: 'Render a video',
  description:
    'Renders the video of a timeline. It uses render seconds and narration characters of the account. Waits for the end as long as it can, then gives the id for get_render. The same call again returns the same render.',
  input: renderInput,
  example: { timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', output: { resolution: '1080p' } },
  id: 'timeline_id',
  unlisted: ['timeline', 'metadata'],
  of_files: ['save_to'],
  run: async ({ wait_seconds, save_to, again = false, ...body }, context) => {
    if (save_to !== undefined) await context.files?.checkPlace(save_to);
    const render = again
      ? ((await context.call(createRenderContract, { body })) as Render)
      : await renderOnce(body, context);
    return whenEnded(render.id, { seconds: wait_seconds, file: save_to }, context, render);
  },
});

export const getRenderTool = agentTool({
  name: 'get_render',
  title: 'Get a render',
  description:
    'The progress of a render, and the URL of the video when it is completed. Waits for the end as long as it can.',
  input: z.strictObject({
    render_id: theRender,
    wait: z.boolean().default(true).describe('Whether to wait for the end.'),
    wait_seconds: waitSeconds,
    save_to: saveTo,
  }),
  example: { render_id: EXAMPLE },
  id: 'render_id',
  reads_only: true,
  unlisted: ['wait'],
  of_files: ['save_to'],
  run: async ({ render_id, wait = true, wait_seconds, save_to }, context) => {
    if (save_to !== undefined) await context.files?.checkPlace(save_to);
    return whenEnded(render_id, { seconds: wait ? wait_seconds : 0, file: save_to }, context);
  },
});

export const cancelRenderTool = agentTool({
  name: 'cancel_render',
  title: 'Cancel a render',
  description: 'Cancels a render that has not ended. What it has used still counts.',
  input: z.strictObject({ render_id: theRender }),
  example: { render_id: EXAMPLE },
  id: 'render_id',
  destroys: true,
  idempotent: true,
  run: async ({ render_id }, { call }) =>
    shown((await call(cancelRenderContract, { params: { id: render_id } })) as Render),
});
