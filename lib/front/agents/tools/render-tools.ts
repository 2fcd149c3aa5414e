import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  cancelRenderContract,
  createRenderContract,
  getRenderContract,
  type renderAnswerSchema,
} from '#features/renders/contract.ts';
import { getTimelineContract, type timelineAnswerSchema } from '#features/timelines/contract.ts';
import { findFailureRowByCode } from '#front/api/list-failure-rows.ts';
import { defineAgentTool, type ToolAnswer, type ToolContext } from '../define-agent-tool.ts';
import { bodySchemaOf } from './body-schema-of.ts';
import { slimValueForModel } from './slim.ts';

type Render = z.output<typeof renderAnswerSchema>;
type Timeline = z.output<typeof timelineAnswerSchema>;

const TERMINAL_STATUSES: readonly Render['status'][] = ['completed', 'failed', 'canceled'];
const hasEnded = ({ status }: Render): boolean => TERMINAL_STATUSES.includes(status);

/** The next step of a model, by the status of a render that has ended. */
const NEXT_STEPS: Readonly<Partial<Record<Render['status'], string>>> = {
  completed: 'Give the user output.url. It is valid for one hour; get_render gives a new one.',
  failed: 'Tell the user error.message, or repair the timeline and render again.',
  canceled: 'The render was canceled; render_video makes another.',
};

/** The fields of a render that a model needs; empty ones are left out. */
export function renderFieldsForModel(render: Render): object {
  const { id, timeline_id, status, progress, stage, queue_position, output, error } = render;
  const { url, duration_seconds, size_bytes, poster_url, captions, extras, resolution, codec, width, height } = output;
  const files = { url, duration_seconds, size_bytes, poster_url, captions, extras, resolution, codec, width, height };
  const state = slimValueForModel({ id, timeline_id, status, stage, queue_position, output: files, error }) as object;
  return { ...state, progress };
}

/** The next step after a failed render; undefined for a render without an error. */
function nextStepAfterFailure({ error }: Render): string | undefined {
  const row = error ? findFailureRowByCode('render', error.code) : undefined;
  return row && (row.agent ?? row.cure);
}

const renderAnswerOf = (render: Render): ToolAnswer => ({
  data: {
    ...renderFieldsForModel(render),
    next:
      nextStepAfterFailure(render) ?? NEXT_STEPS[render.status] ?? 'Call get_render with this id until it has ended.',
  },
});

/** The longest wait that a client may ask for, in seconds. The transport may allow less. */
const MAX_WAIT_SECONDS = 50;
const waitSecondsSchema = z
  .number()
  .min(0)
  .max(MAX_WAIT_SECONDS)
  .optional()
  .describe('Seconds to wait for the end, 0: none. Less than your client waits for a tool.');
const saveToSchema = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('A file (.mp4 or .webm) in the working folder, to save the completed video in.');

/** Options of `waitForRender`. */
interface WaitOptions {
  /** Seconds to wait at most; undefined: as many as the transport allows. */
  seconds: number | undefined;
  /** Path to save the video to. */
  file: string | undefined;
}

/**
 * Waits for the end of a render and saves its video, if `file` is given and the tools have access to files.
 * @param knownRender its state, if known
 */
async function waitForRender(
  id: string,
  { seconds, file }: WaitOptions,
  context: ToolContext,
  knownRender?: Render,
): Promise<ToolAnswer> {
  const { call, wait, progress, files } = context;
  const check = async () => {
    const render = (await call(getRenderContract, { params: { id } })) as Render;
    await progress(render.progress, `${render.status}: ${render.stage}`);
    return render;
  };
  const render = await wait(check, { done: hasEnded, seconds, seen: knownRender });
  const answer = renderAnswerOf(render);
  if (file === undefined || files === undefined) return answer;
  const { url } = render.output;
  if (render.status === 'completed' && url !== null)
    return { data: { ...answer.data, saved_to: await files.save(url, file) } };
  return hasEnded(render)
    ? answer
    : { data: { ...answer.data, next: 'Call get_render with this id and save_to until it has ended.' } };
}

/** An idempotency key made from the content of a request: equal for equal parts. */
const contentKey = (parts: unknown): string =>
  `agent-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;

/** Reports whether a render has not ended, or is completed and still has its file. Any other render is made again. */
const isUsable = (render: Render): boolean =>
  hasEnded(render) ? render.status === 'completed' && render.output.url !== null : true;

/** The most unusable earlier renders of the same content: after that many, the last one is the answer as it is. */
const MAX_UNUSABLE_RENDERS = 20;

const renderInputSchema = bodySchemaOf(createRenderContract).extend({
  timeline_id: z.string().min(1).max(64).optional().describe('The id that create_timeline gave.'),
  wait_seconds: waitSecondsSchema,
  save_to: saveToSchema,
  again: z.boolean().optional().describe('True: renders again, even if the same video exists.'),
});
type RenderRequest = Omit<z.input<typeof renderInputSchema>, 'wait_seconds' | 'save_to' | 'again'>;

/**
 * The running or completed render of this content, or a new one if there is none. The idempotency key is derived from the version of the
 * timeline and the arguments, so that two equal calls, even concurrent ones, make one video. The id of a render that is not usable is added
 * to the key, which makes the next request a new one. After MAX_UNUSABLE_RENDERS such renders, the last one is returned, whatever its status.
 */
async function renderOnce(body: RenderRequest, { call }: ToolContext): Promise<Render> {
  const { timeline_id } = body;
  const timeline =
    timeline_id === undefined
      ? undefined
      : ((await call(getTimelineContract, { params: { id: timeline_id } })) as Timeline);
  const content = { body, version: timeline?.version };
  for (const unusableRenderIds: string[] = []; ; ) {
    let isReplayed = false;
    const onReplay = () => {
      isReplayed = true;
    };
    const idempotencyKey = contentKey([content, unusableRenderIds]);
    const createdRender = (await call(createRenderContract, { body, idempotencyKey, onReplay })) as Render;
    if (!isReplayed) return createdRender;
    const render = (await call(getRenderContract, { params: { id: createdRender.id } })) as Render;
    if (isUsable(render) || unusableRenderIds.length >= MAX_UNUSABLE_RENDERS) return render;
    unusableRenderIds.push(createdRender.id);
  }
}

const renderIdSchema = z.string().min(1).max(64).describe('The id that render_video gave.');
const EXAMPLE_RENDER_ID = 'rn_01JD7XK3ZV5Q8W9R2T4Y6B0C1E';

/** Fields of the look of captions that are accepted but not described: presets and sizes are enough for most requests. */
const UNLISTED_CAPTION_FIELDS = ['position', 'color', 'background', 'highlight', 'uppercase', 'max_lines'];

/** The tool `render_video`. */
export const renderVideoTool = defineAgentTool({
  name: 'render_video',
  title: 'Render a video',
  description:
    'Renders the video of a timeline. It uses render seconds and narration characters of the account. Waits for the end as long as it can, then gives the id for get_render. The same call again returns the same render.',
  input: renderInputSchema,
  example: { timeline_id: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', output: { resolution: '1080p' } },
  id: 'timeline_id',
  unlisted: ['timeline', 'metadata', 'caption_words', ...UNLISTED_CAPTION_FIELDS],
  of_files: ['save_to'],
  run: async ({ wait_seconds, save_to, again = false, ...body }, context) => {
    if (save_to !== undefined) await context.files?.checkPlace(save_to);
    const render = again
      ? ((await context.call(createRenderContract, { body })) as Render)
      : await renderOnce(body, context);
    return waitForRender(render.id, { seconds: wait_seconds, file: save_to }, context, render);
  },
});

/** The tool `get_render`. */
export const getRenderTool = defineAgentTool({
  name: 'get_render',
  title: 'Get a render',
  description:
    'The progress of a render, and the URL of the video when it is completed. Waits for the end as long as it can.',
  input: z.strictObject({
    render_id: renderIdSchema,
    wait: z.boolean().default(true).describe('Whether to wait for the end.'),
    wait_seconds: waitSecondsSchema,
    save_to: saveToSchema,
  }),
  example: { render_id: EXAMPLE_RENDER_ID },
  id: 'render_id',
  reads_only: true,
  unlisted: ['wait'],
  of_files: ['save_to'],
  run: async ({ render_id, wait = true, wait_seconds, save_to }, context) => {
    if (save_to !== undefined) await context.files?.checkPlace(save_to);
    return waitForRender(render_id, { seconds: wait ? wait_seconds : 0, file: save_to }, context);
  },
});

/** The tool `cancel_render`. */
export const cancelRenderTool = defineAgentTool({
  name: 'cancel_render',
  title: 'Cancel a render',
  description: 'Cancels a render that has not ended. What it has used still counts.',
  input: z.strictObject({ render_id: renderIdSchema }),
  example: { render_id: EXAMPLE_RENDER_ID },
  id: 'render_id',
  destroys: true,
  idempotent: true,
  run: async ({ render_id }, { call }) =>
    renderAnswerOf((await call(cancelRenderContract, { params: { id: render_id } })) as Render),
});
