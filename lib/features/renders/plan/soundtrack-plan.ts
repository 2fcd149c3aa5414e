import { type SoundtrackMusic, type SoundtrackSpec, snapToAacFrame } from '#engine/video/audio/soundtrack.ts';
import { type SoundtrackPart, soundtrackSpecOfOneFile, splitSoundtrack } from '#engine/video/audio/soundtrack-parts.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { TimelineSettings, TimelineVideoName } from '#features/timelines/public.ts';
import { contentHash } from './clip-content-address.ts';
import { audibleFootageSounds, footageSoundCues, presenterVoiceCues } from './footage-sound-cues.ts';
import type { FrameSchedule } from './frame-schedule.ts';
import type { SoundtrackPlan } from './render-plan.ts';
import { soundEncodingCoreSeconds } from './work-shares.ts';

type BackgroundAudio = NonNullable<TimelineSettings['background_audio']>;

/** The music of a timeline for the soundtrack. */
const musicOf = (audio: BackgroundAudio): SoundtrackMusic => ({
  source: audio.sha256,
  samples: audio.samples,
  channels: audio.channels,
  volume: audio.volume,
  loop: audio.loop,
  fadeInSeconds: audio.fade_in_seconds,
  fadeOutSeconds: audio.fade_out_seconds,
  duck: audio.duck,
});

const samplesOf = (seconds: number): number => Math.round(seconds * SOUND_SAMPLE_RATE);

/** The part of a video in which its music plays: an intro and an outro with a sound are without it. */
function rangeOfMusic({ slides, fps }: FrameSchedule): Pick<SoundtrackMusic, 'startSample' | 'endSample'> {
  const findWithSound = (name: TimelineVideoName) =>
    slides.find(({ timelineVideo, footage }) => timelineVideo === name && audibleFootageSounds(footage).length > 0);
  const [intro, outro] = [findWithSound('intro'), findWithSound('outro')];
  return {
    ...(intro ? { startSample: samplesOf((intro.start_frame + intro.frames) / fps) } : {}),
    ...(outro ? { endSample: samplesOf(outro.start_frame / fps) } : {}),
  };
}

/** The content address of an encoded part. @param encoder identity of the encoder's build */
const addressOfPart = (encoder: string, { content }: SoundtrackPart): string => contentHash('sound', encoder, content);

/**
 * The parts of the sound of an MP4 without music that consist of one speech. They do not depend on the speech's position in the video, so
 * they can be encoded as soon as the speech is synthesized.
 * @param encoder identity of the encoder's build
 * @returns the parts in order
 */
export function planSingleSpeechSoundtrack(
  { hash, duration_seconds }: { hash: string; duration_seconds: number },
  encoder: string,
): { spec: SoundtrackSpec; part: SoundtrackPart; name: string }[] {
  const spec = soundtrackSpecOfOneFile(hash, samplesOf(duration_seconds));
  return splitSoundtrack(spec).map((part) => ({ spec, part, name: addressOfPart(encoder, part) }));
}

/**
 * Plans the sound of a video: its narration over the sounds of videos and its music. Each speech starts at the AAC frame nearest to its time, so that its encoded
 * bytes do not change when an edit moves it.
 * @returns undefined for a silent video
 */
export function planRenderSoundtrack(
  schedule: FrameSchedule,
  music: BackgroundAudio | undefined,
  codec: SoundtrackSpec['codec'],
  encoder: string,
): (SoundtrackPlan & { partCosts: number[] }) | undefined {
  const { slides, frames, fps } = schedule;
  const speeches = slides.flatMap(({ speech }) => speech ?? []);
  const footageCues = slides.flatMap((slide) =>
    [...footageSoundCues(slide, fps), ...presenterVoiceCues(slide, fps)].sort(
      (one, other) => one.startSample - other.startSample,
    ),
  );
  if (speeches.length === 0 && footageCues.length === 0 && !music) return undefined;
  const spec: SoundtrackSpec = {
    codec,
    totalSamples: samplesOf(frames / fps),
    cues: speeches.map(({ hash, start_seconds, duration_seconds }) => ({
      source: hash,
      startSample: snapToAacFrame(samplesOf(start_seconds)),
      samples: samplesOf(duration_seconds),
    })),
    ...(footageCues.length > 0 ? { footage: footageCues } : {}),
    ...(music ? { music: { ...musicOf(music), ...rangeOfMusic(schedule) } } : {}),
  };
  const parts = splitSoundtrack(spec);
  const names = parts.map((part) => addressOfPart(encoder, part));
  return {
    spec,
    sound_files: {
      ...Object.fromEntries(speeches.map(({ hash, key }) => [hash, key])),
      ...Object.fromEntries(
        slides.flatMap(({ footage }) => audibleFootageSounds(footage)).map(({ sha256, key }) => [sha256, key]),
      ),
      ...Object.fromEntries(
        slides.flatMap(({ presenter }) => (presenter?.sound ? [[presenter.sound.sha256, presenter.sound.key]] : [])),
      ),
      ...(music ? { [music.sha256]: music.key } : {}),
    },
    parts: names,
    // The positions of the parts follow from the spec.
    track: contentHash('track', names, spec),
    partCosts: parts.map(({ fromSample, toSample }) =>
      soundEncodingCoreSeconds(toSample - fromSample, SOUND_SAMPLE_RATE),
    ),
  };
}
