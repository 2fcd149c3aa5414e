/** All narration inside the service is mono, 48 kHz, signed 16 bit little endian. */
export const SAMPLE_RATE = 48_000;
export const BYTES_PER_SAMPLE = 2;

/** A slide on the time line of the video, in whole frames. */
export interface SlideSpan {
  startFrame: number;
  frames: number;
  /** Length of its narration in samples; absent or 0: silent. */
  audioSamples?: number | undefined;
}

/** A narration on the time line of the sound, in samples of 48 kHz. `slide` is an index into the spans. */
export interface PlannedCue {
  slide: number;
  startSample: number;
  samples: number;
}

export interface TrackPlan {
  /** In order, not overlapping. */
  cues: PlannedCue[];
  totalSamples: number;
}

/**
 * Where a frame boundary lies in the sound. Always computed from the absolute frame number, so that the error is half a
 * sample at most and never adds up.
 */
export function frameToSample(frame: number, fps: number): number {
  return Math.round((frame * SAMPLE_RATE) / fps);
}

/**
 * Every narration starts on the first sample of its slide. It ends where its slide ends or the next narration begins
 * (spans overlap during a transition), so no two ever sound at once.
 * @param spans in the order of their start frames.
 */
export function planTrack(spans: readonly SlideSpan[], fps: number): TrackPlan {
  const frames = spans.reduce((last, span) => Math.max(last, span.startFrame + span.frames), 0);
  const cues: PlannedCue[] = [];
  let limit = frameToSample(frames, fps);
  for (const [slide, span] of [...spans.entries()].reverse()) {
    if (!span.audioSamples) continue;
    const startSample = frameToSample(span.startFrame, fps);
    const end = Math.min(limit, frameToSample(span.startFrame + span.frames, fps), startSample + span.audioSamples);
    if (end > startSample) cues.unshift({ slide, startSample, samples: end - startSample });
    limit = Math.min(limit, startSample);
  }
  return { cues, totalSamples: frameToSample(frames, fps) };
}
