import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { CommandError, ServiceRequestFailedError } from '#emulators/host/command-errors.ts';
import { findFailureRowByCode } from '#front/api/list-failure-rows.ts';
import { ApiError } from '#front/client/api-error.ts';
import type { CliApiClient, RenderBody, RenderResponse, TimelineCheckResponse } from './cli-api-client.ts';
import type { SettingsWithoutImportOption } from './deck-options.ts';
import { outputWithDefaultCaptions } from './deck-output.ts';
import { downloadToFile } from './download-to-file.ts';
import { explainError } from './explain-error.ts';
import { type CompletedImport, type DeckImportOptions, importDeckAndWait } from './import-deck-and-wait.ts';
import { type DeckToFetch, type LoadedDeck, slideCountText } from './load-deck.ts';
import type { LocalWebhookReceiver } from './local-webhook-receiver.ts';
import { type LoadedMusicFile, uploadTimelineMusic } from './music-file.ts';
import type { ProgressDisplay } from './progress.ts';
import { type NamedTimelineVideos, sendTimelineVideos } from './timeline-videos.ts';
import { waitForRenderEnd } from './wait-for-render-end.ts';

/** Options of `renderDeck`. */
export interface RenderDeckOptions {
  client: CliApiClient;
  deck: LoadedDeck | DeckToFetch;
  /** Options of the import, which override the settings of the deck. */
  options?: DeckImportOptions;
  /** Settings of the timeline for which the import has no option; they override those of the deck. */
  settings?: SettingsWithoutImportOption;
  /** Music of the video; absent: none. */
  music?: LoadedMusicFile | undefined;
  /** Intro and outro of the video. */
  videos?: NamedTimelineVideos | undefined;
  /** Called after the import. If it throws, the timeline is deleted and nothing is rendered. */
  onImported?: (endedImport: CompletedImport) => void | Promise<void>;
  /**
   * Called with the check of the finished timeline, or undefined if the service is too busy for one. If it throws, the timeline is
   * deleted and nothing is rendered. Absent: nothing is checked.
   */
  onChecked?: (check: TimelineCheckResponse | undefined) => void;
  /** Output settings of the render; absent ones have the defaults of the API. */
  videoOutput?: RenderBody['output'];
  narration: NonNullable<RenderBody['narration']>;
  /** Path for the video. */
  output: string;
  receiver?: LocalWebhookReceiver | undefined;
  /** Milliseconds between two polls of the render, in addition to the events at the receiver. */
  pollMs?: number | undefined;
  /** Creates the display of the progress when the render starts. */
  progress: () => ProgressDisplay;
  signal: AbortSignal;
}

/** A rendered deck with its files. */
export interface DownloadedRender {
  render: RenderResponse;
  /** Size of the video in bytes. */
  bytes: number;
  /** Paths of the caption files, next to the video. */
  captions: string[];
  /** Paths of the requested extra files, next to the video. */
  extras: string[];
  /** Wall-clock seconds of each step. */
  seconds: { upload: number; render: number; download: number };
}

/**
 * Imports a deck, renders its timeline, and downloads the video, its captions and its extras.
 * @throws CommandError if the import fails or a file cannot be written; ServiceRequestFailedError if the render does not complete
 */
export async function renderDeck(options: RenderDeckOptions): Promise<DownloadedRender> {
  const { client, deck, output, signal } = options;
  const videoOutput = outputWithDefaultCaptions(options.videoOutput, 'captions' in deck ? deck.captions : undefined);
  const startMs = performance.now();
  const timelineId = await importDeck(options, videoOutput);
  const importedMs = performance.now();
  const { id } = await client.createRender({
    timeline_id: timelineId,
    narration: options.narration,
    ...(videoOutput === undefined ? {} : { output: videoOutput }),
  });
  const render = await waitWithProgress(options, id);
  const renderEndMs = performance.now();
  if (render.status !== 'completed' || render.output.url === null)
    throw new ServiceRequestFailedError(failureText(render, options));
  const sideFiles = sideFilesOf(render, output);
  const isReplaced = existsSync(output);
  await downloadAll(
    [{ url: render.output.url, file: output }, ...sideFiles.captions, ...sideFiles.extras],
    output,
    signal,
  );
  if (isReplaced) await removeOldCaptions(output, sideFiles.captions);
  const bytes = statSync(output).size;
  if (bytes !== render.output.size_bytes)
    throw new ServiceRequestFailedError(`${output} has ${bytes} bytes, the service says ${render.output.size_bytes}`);
  const secondsBetween = (from: number, to: number): number => (to - from) / 1000;
  return {
    render,
    bytes,
    captions: sideFiles.captions.map(({ file }) => file),
    extras: sideFiles.extras.map(({ file }) => file),
    seconds: {
      upload: secondsBetween(startMs, importedMs),
      render: secondsBetween(importedMs, renderEndMs),
      download: secondsBetween(renderEndMs, performance.now()),
    },
  };
}

/** Imports a deck, completes its timeline, and checks it. @returns the id of the timeline */
async function importDeck(options: RenderDeckOptions, videoOutput: RenderBody['output']): Promise<string> {
  const { client, deck, settings = {}, signal, onImported, onChecked } = options;
  const music = options.music ?? ('music' in deck ? deck.music : undefined);
  const endedImport = await importDeckAndWait(client, deck, options.options ?? {}, signal);
  try {
    await onImported?.(endedImport);
    const patch = { ...settings, ...(await sendTimelineVideos(client, options.videos ?? {}, signal)) };
    if (Object.keys(patch).length > 0) await client.updateTimeline(endedImport.timeline_id, patch);
    if (music) await uploadTimelineMusic(client, endedImport.timeline_id, music, signal);
    if (onChecked) onChecked(await checkTimelineIfPossible(client, endedImport.timeline_id, videoOutput));
  } catch (error) {
    await client.deleteTimeline(endedImport.timeline_id);
    throw error;
  }
  return endedImport.timeline_id;
}

/** The check of a timeline for a render with these settings; undefined if the service is too busy, which does not prevent a render. */
async function checkTimelineIfPossible(
  client: CliApiClient,
  id: string,
  { codec, captions }: RenderBody['output'] = {},
): Promise<TimelineCheckResponse | undefined> {
  try {
    return await client.checkTimeline(id, {
      ...(codec === undefined ? {} : { codec }),
      ...(captions === undefined ? {} : { captions }),
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') return undefined;
    throw error;
  }
}

/**
 * Downloads the files of a render. If they cannot be written, they are saved in a new temporary folder, so that the video is not lost.
 * @throws CommandError with the path of that folder
 */
async function downloadAll(files: readonly SideFile[], output: string, signal: AbortSignal): Promise<void> {
  try {
    for (const { url, file } of files) await downloadToFile(url, file, signal);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'path' in error)) throw error;
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    for (const { url, file } of files) await downloadToFile(url, join(folder, basename(file)), signal);
    throw new CommandError(`${explainError(error)}\nThe video is kept in ${join(folder, basename(output))}`);
  }
}

/** A file of a render other than the video. */
interface SideFile {
  url: string;
  /** Its path next to the video. */
  file: string;
}

/** The path of a video without its extension, with which the paths of the other files start. */
const stemOf = (output: string): string => output.slice(0, output.length - extname(output).length);

/** The path of the captions in WebVTT. */
export const webVttPathNextToVideo = (output: string): string => `${stemOf(output)}.vtt`;

/**
 * The path of the GIF, MP3 or PDF file that a render also makes: next to the video at `output`, with the same name and another ending.
 * (Thumbnails are several files, with the numbers of their slides in their names.)
 */
export const extraOutputFilePathOf = (output: string, extra: 'gif' | 'mp3' | 'pdf'): string =>
  `${stemOf(output)}.${extra}`;

/** The captions and extras of a render, each with its URL and its path next to the video. */
function sideFilesOf(
  { output: { captions, extras } }: RenderResponse,
  output: string,
): { captions: SideFile[]; extras: SideFile[] } {
  const sideFileAt = (url: string | null, name: string): SideFile[] => (url === null ? [] : [{ url, file: name }]);
  const thumbnails = extras.thumbnails ?? [];
  const digits = String(thumbnails.length).length;
  return {
    captions: [
      ...sideFileAt(captions.vtt_url, webVttPathNextToVideo(output)),
      ...sideFileAt(captions.srt_url, `${stemOf(output)}.srt`),
      ...sideFileAt(captions.words_url, `${stemOf(output)}.words.json`),
    ],
    extras: [
      ...sideFileAt(extras.gif_url, extraOutputFilePathOf(output, 'gif')),
      ...sideFileAt(extras.mp3_url, extraOutputFilePathOf(output, 'mp3')),
      ...sideFileAt(extras.pdf_url, extraOutputFilePathOf(output, 'pdf')),
      ...thumbnails.map(({ url }, index) => ({
        url,
        file: `${stemOf(output)}-${String(index + 1).padStart(digits, '0')}.jpg`,
      })),
    ],
  };
}

/** Removes captions of the video that was replaced, which the new one does not have: players would show them with it. */
async function removeOldCaptions(output: string, writtenFiles: readonly SideFile[]): Promise<void> {
  for (const ending of ['vtt', 'srt', 'words.json']) {
    const path = `${stemOf(output)}.${ending}`;
    if (!writtenFiles.some(({ file }) => file === path)) await rm(path, { force: true });
  }
}

async function waitWithProgress(
  { client, receiver, pollMs, progress, signal }: RenderDeckOptions,
  id: string,
): Promise<RenderResponse> {
  const display = progress();
  try {
    return await waitForRenderEnd(client, id, { onProgress: display.update, receiver, pollMs, signal });
  } finally {
    display.stop();
  }
}

function failureText({ id, status, error, slides_total }: RenderResponse, { deck }: RenderDeckOptions): string {
  const reasonText = error === null ? '' : ` (${error.code}: ${error.message})`;
  const advice = error === null ? undefined : findFailureRowByCode('render', error.code);
  const adviceText = advice === undefined ? '' : `\n${advice.cli ?? advice.cure}`;
  return `The render ${id} of ${deck.name}, ${slideCountText(slides_total)}, is ${status}${reasonText}${adviceText}`;
}
