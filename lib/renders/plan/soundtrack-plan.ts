import type { TimelineSettings } from '../../timelines/public.ts';
import { type Music, type SoundtrackSpec, snapToAacFrame } from '../../video/audio/soundtrack.ts';
import { splitSoundtrack } from '../../video/audio/soundtrack-parts.ts';
import { SAMPLE_RATE } from '../../video/settings.ts';
import { contentHash } from './clip-names.ts';
import type { FrameSchedule } from './frame-schedule.ts';
import type { SoundtrackPlan } from './render-plan.ts';
import { soundCost } from './work-shares.ts';

type BackgroundAudio = NonNullable<TimelineSettings['background_audio']>;

const musicOf = (audio: BackgroundAudio): Music => ({
  source: audio.sha256,
  samples: audio.samples,
  channels: audio.channels,
  volume: audio.volume,
  loop: audio.loop,
  fadeInSeconds: audio.fade_in_seconds,
  fadeOutSeconds: audio.fade_out_seconds,
  duck: audio.duck,
});

/**
 * The sound of a video: its narration over its music. Each recording begins at the frame of the sound nearest to its time,
 * so that an edit that moves it changes none of its bytes.
 * @returns undefined for a silent video
 */
export function planRenderSoundtrack(
  { slides, frames, fps }: FrameSchedule,
  music: BackgroundAudio | undefined,
  codec: SoundtrackSpec['codec'],
  encoder: string,
): (SoundtrackPlan & { partCosts: number[] }) | undefined {
  const spoken = slides.flatMap(({ speech }) => speech ?? []);
  if (spoken.length === 0 && !music) return undefined;
  const spec: SoundtrackSpec = {
    codec,
    totalSamples: Math.round((frames / fps) * SAMPLE_RATE),
    cues: spoken.map(({ hash, start_seconds, duration_seconds }) => ({
      source: hash,
      startSample: snapToAacFrame(Math.round(start_seconds * SAMPLE_RATE)),
      samples: Math.round(duration_seconds * SAMPLE_RATE),
    })),
    ...(music ? { music: musicOf(music) } : {}),
  };
  const parts = splitSoundtrack(spec);
  const names = parts.map(({ content }) => contentHash('sound', encoder, content));
  return {
    spec,
    sound_files: {
      ...Object.fromEntries(spoken.map(({ hash, key }) => [hash, key])),
      ...(music ? { [music.sha256]: music.key } : {}),
    },
    parts: names,
    // The positions of the parts follow from the spec.
    track: contentHash('track', names, spec),
    partCosts: parts.map(({ fromSample, toSample }) => soundCost(toSample - fromSample, SAMPLE_RATE)),
  };
}
