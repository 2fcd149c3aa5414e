import type { FootageSoundCue } from '#engine/video/audio/soundtrack.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { VideoSound } from '#features/timelines/public.ts';
import type { FootageOnTimeLine } from './footage-plan.ts';
import type { PlannedSlide } from './frame-schedule.ts';

const samplesOf = (seconds: number): number => Math.round(seconds * SOUND_SAMPLE_RATE);

/** The sounds of a video that are heard: one, or none if it is muted or silent. */
export const audibleFootageSounds = (footage: FootageOnTimeLine | undefined): VideoSound[] => {
  const { sound, muted = false, volume = 0 } = footage?.video ?? {};
  return sound && !muted && volume > 0 ? [sound] : [];
};

/**
 * The sounds of the video of a slide, each from the frame at which it starts to play: sound and pictures are of the same moment. Clips that
 * follow one another are heard without a cut. Pure.
 */
export function footageSoundCues({ footage, start_frame, shots }: PlannedSlide, fps: number): FootageSoundCue[] {
  const [sound] = audibleFootageSounds(footage);
  if (!sound || !footage) return [];
  const { volume } = footage.video;
  const cues: { startFrame: number; from: number; frames: number }[] = [];
  let frame = start_frame;
  for (const shotWithPresenter of shots) {
    const shot = shotWithPresenter.kind === 'presenter' ? shotWithPresenter.under : shotWithPresenter;
    if (shot.kind === 'footage') {
      const lastCue = cues.at(-1);
      const continuesLastCue = lastCue && Math.abs(lastCue.from + lastCue.frames / fps - shot.second) < 0.5 / fps;
      if (continuesLastCue && lastCue.startFrame + lastCue.frames === frame) lastCue.frames += shot.frames;
      else cues.push({ startFrame: frame, from: shot.second, frames: shot.frames });
    }
    frame += shot.frames;
  }
  return cues.flatMap(({ startFrame, from, frames }): FootageSoundCue[] => {
    const fromSample = samplesOf(from);
    const startSample = samplesOf(startFrame / fps);
    const samples = Math.min(samplesOf((startFrame + frames) / fps) - startSample, sound.samples - fromSample);
    return samples > 0
      ? [{ source: sound.sha256, startSample, fromSample, samples, channels: sound.channels, volume }]
      : [];
  });
}

/** The voice of the presenter of a slide, from the frame at which it starts: sound and pictures are of the same moment. Pure. */
export function presenterVoiceCues({ presenter, start_frame }: PlannedSlide, fps: number): FootageSoundCue[] {
  if (!presenter?.isHeard || !presenter.sound) return [];
  const { from, startFrame, endFrame, sound } = presenter;
  const fromSample = samplesOf(from);
  const startSample = samplesOf((start_frame + startFrame) / fps);
  const samples = Math.min(samplesOf((start_frame + endFrame) / fps) - startSample, sound.samples - fromSample);
  const { sha256: source, channels } = sound;
  return samples > 0 ? [{ source, startSample, fromSample, samples, channels, volume: 1, is_speech: true }] : [];
}
