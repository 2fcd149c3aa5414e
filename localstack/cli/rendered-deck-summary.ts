import { basename } from 'node:path';
import { slideCountText } from './load-deck.ts';
import type { DownloadedRender } from './render-deck.ts';

/** The facts of a rendered deck that are printed. */
export interface RenderedDeckSummary extends DownloadedRender {
  /** Path of the video. */
  file: string;
  /** Seconds since the command started. */
  wallSeconds: number;
  frames?: number | undefined;
}

const minutesText = (seconds: number): string =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')} min`;

/** The largest number of files that are all named; of a longer list, only the first and the last are. */
const MAX_NAMED_FILES = 4;

function fileList(label: string, files: readonly string[]): string {
  const names = files.map((path) => basename(path));
  const shownNames =
    names.length <= MAX_NAMED_FILES ? names.join(', ') : `${names[0]} … ${names.at(-1)} (${names.length} files)`;
  return names.length === 0 ? '' : `, ${label} ${shownNames}`;
}

/** A finished video, its times and its files, as lines of text. */
export function renderedDeckLines({
  render,
  bytes,
  captions,
  extras,
  seconds,
  file,
  wallSeconds,
  frames,
}: RenderedDeckSummary): string[] {
  const { output, slides_total, slides_reused } = render;
  const videoSeconds = output.duration_seconds ?? 0;
  const durationText = `${videoSeconds.toFixed(1)} s (${minutesText(videoSeconds)})`;
  const reusedText = slides_reused > 0 ? ` (${slides_reused} as before)` : '';
  const framesText = frames === undefined ? '' : `, ${frames} frames counted`;
  const stepsText = `upload ${seconds.upload.toFixed(1)} s, download ${seconds.download.toFixed(1)} s`;
  return [
    `Video    ${slideCountText(slides_total)}${reusedText}, ${durationText}, ${output.width}×${output.height} at ${output.fps} fps${framesText}`,
    `Render   ${seconds.render.toFixed(1)} s: ${(videoSeconds / seconds.render).toFixed(1)} × real time (${stepsText})`,
    `In all   ${wallSeconds.toFixed(1)} s of wall time`,
    `File     ${file} (${(bytes / 1e6).toFixed(1)} MB)${fileList('captions', captions)}${fileList('extras', extras)}`,
  ];
}

/** Converts the facts of a rendered deck to an object for `--json`. */
export function renderedDeckJson({
  render,
  bytes,
  captions,
  extras,
  seconds,
  file,
  wallSeconds,
}: RenderedDeckSummary): object {
  const { id, timeline_id, slides_total, slides_reused, output } = render;
  return {
    file,
    bytes,
    captions,
    extras,
    render_id: id,
    timeline_id,
    slides: slides_total,
    slides_reused,
    duration_seconds: output.duration_seconds,
    width: output.width,
    height: output.height,
    fps: output.fps,
    seconds: { ...seconds, whole: wallSeconds },
  };
}
