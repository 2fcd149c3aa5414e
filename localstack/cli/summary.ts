import { countSlides } from './load-deck.ts';
import type { RenderedDeck } from './render-deck.ts';

export interface Summary extends RenderedDeck {
  /** Where the video is. */
  file: string;
  /** Seconds since the command began. */
  wallSeconds: number;
  frames?: number | undefined;
}

const clock = (seconds: number): string =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')} min`;

/** What a render cost, a line each. */
export function summaryLines({ render, bytes, seconds, file, wallSeconds, frames }: Summary): string[] {
  const { output, slides_total } = render;
  const video = output.duration_seconds ?? 0;
  const length = `${video.toFixed(1)} s (${clock(video)})`;
  const counted = frames === undefined ? '' : `, ${frames} frames counted`;
  const steps = `upload ${seconds.upload.toFixed(1)} s, download ${seconds.download.toFixed(1)} s`;
  return [
    `Video    ${countSlides(slides_total)}, ${length}, ${output.width}×${output.height} at ${output.fps} fps${counted}`,
    `Render   ${seconds.render.toFixed(1)} s: ${(video / seconds.render).toFixed(1)} × real time (${steps})`,
    `In all   ${wallSeconds.toFixed(1)} s of wall time`,
    `File     ${file} (${(bytes / 1e6).toFixed(1)} MB)`,
  ];
}
