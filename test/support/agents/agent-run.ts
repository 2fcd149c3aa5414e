import { writeFile } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/client';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { callTool, type ToolData, type ToolResult } from './agent-session.ts';

/** One step of a run: why it is done, what was called, and what came back. */
export interface AgentStep {
  why: string;
  tool: string;
  input: Record<string, unknown>;
  answer: ToolResult;
}

/** A run, and what its video is found to be. */
export interface AgentRun {
  steps: AgentStep[];
  film: { seconds: number; told_seconds: number; has_sound: boolean; frames: number };
}

const ENDS = ['completed', 'failed', 'canceled'];

const needed = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`the answer has no ${what}`);
  return value;
};

/** What is too much for one slide, in points that fit. */
const SHORTER = ['A dance on the comb is the message', 'Its angle is the direction', 'Its length is the distance'];

/**
 * What an assistant does with a document, by the tools alone: it makes a timeline with arguments of which some are wrong, repairs
 * them by the error, repairs what the check finds, looks at the slides, renders, and checks the video.
 * @param deck the path of the document, as the server of the tools reads it
 * @param video where the video is put
 * @throws Error for an answer that does not allow the next step
 */
export async function runAgent(agent: Client, deck: string, video: string): Promise<AgentRun> {
  const steps: AgentStep[] = [];
  /** A tool may answer before the end: then it is called again as it says, and the last answer is kept. */
  const step = async (
    why: string,
    tool: string,
    input: Record<string, unknown>,
    again: (data: ToolData) => [string, Record<string, unknown>] | undefined = () => undefined,
  ): Promise<ToolData> => {
    let answer = await callTool(agent, tool, input);
    for (let next = again(answer.data); next; next = again(answer.data)) answer = await callTool(agent, ...next);
    steps.push({ why, tool, input, answer });
    return answer.data;
  };

  const wrong = { file: deck, resolution: '480', langauge: 'en', footer: 'Nature' };
  const refused = await step(
    'The document becomes a timeline. Two of the arguments are wrong.',
    'create_timeline',
    wrong,
  );
  const repaired = needed(refused.error?.repaired_example, 'repaired example');
  const made = await step(
    'The error has the arguments as they would be taken: they are sent.',
    'create_timeline',
    repaired,
    ({ import_id }) =>
      import_id === undefined ? undefined : ['create_timeline', { ...repaired, file: undefined, import_id }],
  );
  const timeline_id = needed(made.timeline_id, 'timeline');
  const checked = await step('Check what to repair before the render.', 'check_timeline', {
    timeline_id,
  });
  const id = needed(checked.warnings?.[0]?.slide_id, 'warning of a slide');
  await step(
    'The points are too many for their slide: it keeps three, and the narration says the rest.',
    'update_slides',
    {
      timeline_id,
      update: [{ id, bullet_points: SHORTER }],
    },
  );
  await step('Is it good now?', 'check_timeline', { timeline_id });
  await step('Preview the changed slide.', 'preview_slide', { timeline_id, slide_id: id, width: 320 });
  await step('Preview all slides.', 'contact_sheet', { timeline_id, width: 200 });
  const render = await step('Render the video.', 'render_video', { timeline_id }, ({ id: render_id, status }) =>
    render_id === undefined || ENDS.includes(status ?? '') ? undefined : ['get_render', { render_id }],
  );
  const { url, duration_seconds } = needed(render.output, 'film');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the film: ${response.status}`);
  await writeFile(video, Buffer.from(await response.arrayBuffer()));
  const seen = await inspectMp4(video);
  return { steps, film: { ...filmOf(seen), told_seconds: duration_seconds } };
}

const filmOf = ({ video, audio }: Awaited<ReturnType<typeof inspectMp4>>) => ({
  seconds: video.duration / video.timescale,
  frames: video.samples,
  has_sound: audio !== undefined,
});
