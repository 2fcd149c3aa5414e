import { statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { CommandError, ServiceFault } from '#emulators/host/command-errors.ts';
import { failureRowOf } from '#front/api/failure-words.ts';
import type { ApiClient, RenderBody, RenderResponse, TimelinePatch } from './api-client.ts';
import { download } from './download.ts';
import { explainError } from './explain-error.ts';
import { countSlides, type DeckToFetch, type LoadedDeck } from './load-deck.ts';
import type { ProgressDisplay } from './progress.ts';
import { type DeckOptions, type EndedImport, sendDeck } from './send-deck.ts';
import { watchRender } from './watch-render.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export interface RenderDeckOptions {
  client: ApiClient;
  deck: LoadedDeck | DeckToFetch;
  /** Before what the deck says of itself. */
  options?: DeckOptions;
  /** Settings of the timeline that an import does not take, likewise. */
  settings?: Pick<TimelinePatch, 'transition'>;
  /** Told when the deck is imported; throws to go no further, and the timeline is deleted. */
  onImported?: (made: EndedImport) => void | Promise<void>;
  /** Output settings of the video; absent ones are as the API sets them. */
  videoOutput?: RenderBody['output'];
  narration: NonNullable<RenderBody['narration']>;
  /** Path for the video. */
  output: string;
  receiver?: WebhookReceiver | undefined;
  /** Time between two checks of the render, in milliseconds, next to the events at the receiver. */
  pollMs?: number | undefined;
  /** Made when the render starts. */
  progress: () => ProgressDisplay;
  signal: AbortSignal;
}

export interface RenderedDeck {
  render: RenderResponse;
  /** Bytes of the file. */
  bytes: number;
  /** Files of captions next to the video. */
  captions: string[];
  /** Files of the extras that were asked for, likewise. */
  extras: string[];
  /** Wall-clock seconds of each step. */
  seconds: { upload: number; render: number; download: number };
}

/** Makes a timeline of a deck, with its pictures, renders it and fetches the video, its captions and its extras. */
export async function renderDeck(options: RenderDeckOptions): Promise<RenderedDeck> {
  const { client, output, signal } = options;
  const began = performance.now();
  const timelineId = await createTimelineOf(options);
  const uploaded = performance.now();
  const { id } = await client.createRender({
    timeline_id: timelineId,
    narration: options.narration,
    ...(options.videoOutput === undefined ? {} : { output: options.videoOutput }),
  });
  const render = await watch(options, id);
  const ended = performance.now();
  if (render.status !== 'completed' || render.output.url === null) throw new ServiceFault(explain(render, options));
  const beside = filesNextTo(render, output);
  await downloadAll([{ url: render.output.url, file: output }, ...beside.captions, ...beside.extras], output, signal);
  const bytes = statSync(output).size;
  if (bytes !== render.output.size_bytes)
    throw new ServiceFault(`${output} has ${bytes} bytes, the service says ${render.output.size_bytes}`);
  const seconds = (from: number, to: number): number => (to - from) / 1000;
  return {
    render,
    bytes,
    captions: beside.captions.map(({ file }) => file),
    extras: beside.extras.map(({ file }) => file),
    seconds: {
      upload: seconds(began, uploaded),
      render: seconds(uploaded, ended),
      download: seconds(ended, performance.now()),
    },
  };
}

async function createTimelineOf(options: RenderDeckOptions): Promise<string> {
  const { client, deck, settings = {}, signal, onImported } = options;
  const made = await sendDeck(client, deck, options.options ?? {}, signal);
  try {
    await onImported?.(made);
    if (Object.keys(settings).length > 0) await client.updateTimeline(made.timeline_id, settings);
  } catch (error) {
    await client.deleteTimeline(made.timeline_id);
    throw error;
  }
  return made.timeline_id;
}

/**
 * Fetches the files of a video. Where they cannot be written they are kept in a new folder for temporary files: the work is not lost.
 * @throws CommandError that says where they are
 */
async function downloadAll(files: readonly FileNextTo[], output: string, signal: AbortSignal): Promise<void> {
  try {
    for (const { url, file } of files) await download(url, file, signal);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'path' in error)) throw error;
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    for (const { url, file } of files) await download(url, join(folder, basename(file)), signal);
    throw new CommandError(`${explainError(error)}\nThe video is kept in ${join(folder, basename(output))}`);
  }
}

interface FileNextTo {
  url: string;
  file: string;
}

/** The name of a video without its extension: what the names of the files next to it start with. */
const stemOf = (output: string): string => output.slice(0, output.length - extname(output).length);

/** The file of the captions that a browser reads. */
export const captionsFile = (output: string): string => `${stemOf(output)}.vtt`;

/** The file that an extra becomes. Small pictures are several files, named by the numbers of their slides. */
export const extraFile = (output: string, extra: 'gif' | 'mp3' | 'pdf'): string => `${stemOf(output)}.${extra}`;

/** The files next to the video, under its name. */
function filesNextTo(
  { output: { captions, extras } }: RenderResponse,
  output: string,
): { captions: FileNextTo[]; extras: FileNextTo[] } {
  const file = (url: string | null, name: string): FileNextTo[] => (url === null ? [] : [{ url, file: name }]);
  const pictures = extras.thumbnails ?? [];
  const digits = String(pictures.length).length;
  return {
    captions: [...file(captions.vtt_url, captionsFile(output)), ...file(captions.srt_url, `${stemOf(output)}.srt`)],
    extras: [
      ...file(extras.gif_url, extraFile(output, 'gif')),
      ...file(extras.mp3_url, extraFile(output, 'mp3')),
      ...file(extras.pdf_url, extraFile(output, 'pdf')),
      ...pictures.map(({ url }, index) => ({
        url,
        file: `${stemOf(output)}-${String(index + 1).padStart(digits, '0')}.jpg`,
      })),
    ],
  };
}

async function watch(
  { client, receiver, pollMs, progress, signal }: RenderDeckOptions,
  id: string,
): Promise<RenderResponse> {
  const display = progress();
  try {
    return await watchRender(client, id, { onProgress: display.update, receiver, pollMs, signal });
  } finally {
    display.stop();
  }
}

function explain({ id, status, error, slides_total }: RenderResponse, { deck }: RenderDeckOptions): string {
  const why = error === null ? '' : ` (${error.code}: ${error.message})`;
  const advice = error === null ? undefined : failureRowOf('render', error.code);
  const next = advice === undefined ? '' : `\n${advice.cli ?? advice.cure}`;
  return `The render ${id} of ${deck.name}, ${countSlides(slides_total)}, is ${status}${why}${next}`;
}
