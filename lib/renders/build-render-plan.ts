import { requireTemplate } from '../templates/public.ts';
import { captionKey, drawingKey } from '../video/drawing/drawing-key.ts';
import { containerOf } from '../video/settings.ts';
import { type ArtifactStore, isFresh } from './cached-artifact.ts';
import { frozenSlide, shotTraitsOf, slideOf } from './frozen-slide.ts';
import { clipName } from './plan/clip-names.ts';
import { type FrameSchedule, planFrameSchedule, type SlideSpeech } from './plan/frame-schedule.ts';
import { planRender, type RenderPlan } from './plan/render-plan.ts';
import type { PictureRef } from './plan/shot.ts';
import { planRenderSoundtrack } from './plan/soundtrack-plan.ts';
import { shotCost } from './plan/work-shares.ts';
import type { Render } from './render.ts';
import type { Snapshot } from './snapshot.ts';

/** The settings of a render's clips. */
export const videoSettingsOf = ({ output: { codec, width, height, fps, quality } }: Render) => ({
  codec,
  width,
  height,
  fps,
  quality,
});

/** WebM holds Opus, MP4 AAC. */
export const soundCodecOf = ({ output }: Pick<Render, 'output'>) =>
  containerOf(output.codec) === 'webm' ? 'opus' : 'aac';

/** The time line of a render. @param speech by slide; undefined: the slide is silent */
export const planSlideTimes = (
  render: Render,
  snapshot: Snapshot,
  speech: readonly (SlideSpeech | undefined)[],
): FrameSchedule =>
  planFrameSchedule(
    snapshot.slides.map((slide, position) => ({ ...slide, drawn: shotTraitsOf(snapshot, position, render) })),
    speech,
    {
      fps: render.output.fps,
      transition: snapshot.settings.transition,
      language: snapshot.settings.language,
      burnsIn: render.output.captions === 'burned_in',
    },
  );

/** A canonical text of all that decides a picture. */
const drawingOf =
  (render: Render, snapshot: Snapshot) =>
  ({ slide, revealed, rest, caption }: PictureRef): string => {
    const { width, height } = render.output;
    const { template_id, language } = snapshot.settings;
    const template = requireTemplate(template_id);
    const captioned = caption !== undefined;
    const key = drawingKey(frozenSlide(snapshot, slide), { width, height }, template, { revealed, captioned });
    const below = rest === undefined ? key : JSON.stringify([key, slideOf(snapshot, slide).image_motion, rest]);
    return caption ? JSON.stringify([below, captionKey(caption, language, { width, height }, template)]) : below;
  };

/** Builds the plan of a render from its time line: names the artifacts, finds those that exist, and shares out the rest. */
export async function buildRenderPlan(
  { artifacts, encoder, now }: { artifacts: ArtifactStore; encoder: string; now: Date },
  render: Render,
  snapshot: Snapshot,
  timeLine: FrameSchedule,
): Promise<RenderPlan> {
  const settings = videoSettingsOf(render);
  const drawing = drawingOf(render, snapshot);
  const sound = planRenderSoundtrack(timeLine, snapshot.settings.background_audio, soundCodecOf(render), encoder);
  const names = new Map(
    timeLine.slides.flatMap(({ shots }) =>
      shots.map((shot) => [shot, clipName(shot, settings, drawing, encoder)] as const),
    ),
  );
  const found = await artifacts.findMany(render.account_id, [
    ...new Set(names.values()),
    ...(sound ? [...sound.parts, sound.track] : []),
  ]);
  return planRender({
    timeLine,
    name: (shot) => names.get(shot) ?? '',
    shotCost: (shot) => shotCost(shot, settings),
    sound,
    exists: (name) => {
      const artifact = found.get(name);
      return artifact !== undefined && isFresh(artifact, now);
    },
  });
}
