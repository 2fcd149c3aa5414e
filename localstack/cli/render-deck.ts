import { statSync } from 'node:fs';
import type { ApiClient, RenderBody, RenderResponse, TimelineBody } from './api-client.ts';
import { CommandError } from './command.ts';
import { download } from './download.ts';
import { countSlides, type LoadedDeck } from './load-deck.ts';
import type { ProgressDisplay } from './progress.ts';
import { uploadImage } from './upload-image.ts';
import { watchRender } from './watch-render.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export interface RenderDeckOptions {
  client: ApiClient;
  deck: LoadedDeck;
  /** Before what the deck says of itself. */
  settings?: Pick<TimelineBody, 'format' | 'resolution' | 'template_id' | 'language' | 'transition'>;
  /** How the video is made; what is left out is as the API has it. */
  videoOutput?: RenderBody['output'];
  narration: NonNullable<RenderBody['narration']>;
  /** Where the video goes. */
  output: string;
  receiver?: WebhookReceiver | undefined;
  /** Made when the render begins. */
  progress: () => ProgressDisplay;
  signal: AbortSignal;
}

export interface RenderedDeck {
  render: RenderResponse;
  /** Bytes of the file. */
  bytes: number;
  /** Wall-clock seconds of each step. */
  seconds: { upload: number; render: number; download: number };
}

/** Makes a timeline of a deck, with its pictures, renders it and fetches the video. */
export async function renderDeck(options: RenderDeckOptions): Promise<RenderedDeck> {
  const { client, deck, output, signal } = options;
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
  if (render.status !== 'completed' || render.output.url === null) throw new CommandError(explain(render, deck));
  await download(render.output.url, output, signal);
  const bytes = statSync(output).size;
  if (bytes !== render.output.size_bytes)
    throw new CommandError(`${output} has ${bytes} bytes, the service says ${render.output.size_bytes}`);
  const seconds = (from: number, to: number): number => (to - from) / 1000;
  return {
    render,
    bytes,
    seconds: {
      upload: seconds(began, uploaded),
      render: seconds(uploaded, ended),
      download: seconds(ended, performance.now()),
    },
  };
}

async function createTimelineOf({ client, deck, settings = {}, signal }: RenderDeckOptions): Promise<string> {
  const { template, ...own } = deck.settings;
  const timeline = await client.createTimeline({
    title: deck.title,
    ...own,
    ...(template === undefined ? {} : { template_id: template }),
    ...settings,
    slides: deck.slides.map(({ content }) => content),
  });
  for (const [index, image] of deck.images) {
    const slide = timeline.slides[index];
    if (!slide) throw new CommandError(`The service made ${timeline.slides.length} of ${deck.slides.length} slides.`);
    await uploadImage(client, { timelineId: timeline.id, slideId: slide.id }, image, signal);
  }
  return timeline.id;
}

async function watch({ client, receiver, progress, signal }: RenderDeckOptions, id: string): Promise<RenderResponse> {
  const display = progress();
  try {
    return await watchRender(client, id, { onProgress: display.update, receiver, signal });
  } finally {
    display.stop();
  }
}

function explain({ id, status, error, slides_total }: RenderResponse, deck: LoadedDeck): string {
  const why = error === null ? '' : ` (${error.code}: ${error.message})`;
  return `The render ${id} of "${deck.title}", ${countSlides(slides_total)}, is ${status}${why}`;
}
