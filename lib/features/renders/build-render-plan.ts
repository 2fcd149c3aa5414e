import { containerOf } from '#engine/video/codecs/codec-facts.ts';
import { captionKey, drawingKey } from '#engine/video/drawing/drawing-key.ts';
import { withoutMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { paceOf, type Slide } from '#features/timelines/public.ts';
import { type ArtifactStore, type FoundArtifacts, findFreshArtifacts } from './cached-artifact.ts';
import { frozenSlide, shotTraitsOf, slideOf } from './frozen-slide.ts';
import { clipName } from './plan/clip-names.ts';
import { type FrameSchedule, planFrameSchedule, type SlideSpeech } from './plan/frame-schedule.ts';
import { type NamedShot, planRender, type RenderPlan, type SoundtrackPlan } from './plan/render-plan.ts';
import type { PictureRef, Shot } from './plan/shot.ts';
import { planRenderSoundtrack } from './plan/soundtrack-plan.ts';
import { type ExtrasTexts, videoName } from './plan/video-name.ts';
import { countAhead, shotCost } from './plan/work-shares.ts';
import type { Render } from './render.ts';
import type { RendererVersion } from './renderer.ts';
import { type Snapshot, slideNumber, templateOf } from './snapshot.ts';

/** The settings of a render's clips. */
export const videoSettingsOf = ({ output: { codec, width, height, fps, quality } }: Pick<Render, 'output'>) => ({
  codec,
  width,
  height,
  fps,
  quality,
});

/** WebM has Opus, MP4 AAC. */
export const soundCodecOf = ({ output }: Pick<Render, 'output'>) =>
  containerOf(output.codec) === 'webm' ? 'opus' : 'aac';

/** The time line of a render. @param speech by slide; undefined: the slide is silent */
export const planSlideTimes = (
  render: Pick<Render, 'output'>,
  snapshot: Snapshot,
  speech: readonly (SlideSpeech | undefined)[],
): FrameSchedule =>
  planFrameSchedule(
    snapshot.slides.map((slide, position) => ({ ...slide, drawn: shotTraitsOf(snapshot, position, render) })),
    speech,
    {
      fps: render.output.fps,
      transition: snapshot.settings.transition,
      pace: paceOf(snapshot.settings),
      language: snapshot.settings.language,
      burnsIn: render.output.captions === 'burned_in',
    },
  );

/** A canonical text of all that decides a picture. */
export const drawingOf =
  (render: Pick<Render, 'output'>, snapshot: Snapshot) =>
  ({ slide, revealed, state, rest, caption }: PictureRef): string => {
    const { width, height } = render.output;
    const { language } = snapshot.settings;
    const template = templateOf(snapshot);
    const captioned = caption !== undefined;
    const key = drawingKey(frozenSlide(snapshot, slide, state), { width, height }, template, { revealed, captioned });
    const below = rest === undefined ? key : JSON.stringify([key, slideOf(snapshot, slide).image_motion, rest]);
    return caption ? JSON.stringify([below, captionKey(caption, language, { width, height }, template)]) : below;
  };

/**
 * Shots that the video will have whatever its narration says, and whose clips do not exist; no more of them than one worker makes
 * while that is spoken. A still is the same however long it is held, and a transition is as long as it was asked to be, unless its
 * slide is very short. What is guessed wrongly is encoded in vain.
 */
export async function shotsBeforeNarration(
  deps: { artifacts: ArtifactStore; encoder: string; now: Date },
  render: Render,
  snapshot: Snapshot,
): Promise<NamedShot[]> {
  // Pictures with captions in them are those of one sentence each.
  if (render.output.captions === 'burned_in') return [];
  const settings = videoSettingsOf(render);
  const drawing = drawingOf(render, snapshot);
  const shots = planSlideTimes(render, snapshot, [])
    .slides.flatMap((slide) => slide.shots)
    .filter(({ kind }) => kind !== 'image_motion')
    .map((shot) => ({ ...shot, clip: clipName(shot, settings, drawing, deps.encoder) }));
  const exists = await findFreshArtifacts(
    deps,
    render,
    shots.map(({ clip }) => clip),
  );
  const missing = [...new Map(shots.map((shot) => [shot.clip, shot])).values()].filter(({ clip }) => !exists.has(clip));
  return missing.slice(0, countAhead(missing.map((shot) => shotCost(shot, settings))));
}

/** The whole video of a render, each part by its content address: what is made, whatever of it exists. */
export interface NamedVideo {
  timeLine: FrameSchedule;
  /** The content address of each shot's clip. */
  clips: ReadonlyMap<Shot, string>;
  sound: ReturnType<typeof planRenderSoundtrack>;
  /** The content address of the finished video. */
  film: string;
}

/** Title of a slide as it is read aloud; its number if it has none. */
function chapterTitle(snapshot: Pick<Snapshot, 'slides' | 'first_position'>, position: number): string {
  const slide = snapshot.slides[position];
  const title = withoutMarks(slide?.title ?? '', slide?.markup).trim();
  return title || `Slide ${slideNumber(snapshot, position)}`;
}

/** One chapter a slide. A slide without a title is named by its number in the timeline, also in a render of a range. */
export const chaptersOf = (
  snapshot: Pick<Snapshot, 'slides' | 'first_position'>,
  slides: readonly { start_frame: number }[],
) =>
  slides.map(({ start_frame }, position) => ({
    title: chapterTitle(snapshot, position),
    startFrame: start_frame,
  }));

/** The text of a slide: its title and points in reading order, or a description of its image. */
export function slideText({ title, bullet_points, markup, image }: Slide): string {
  const texts = [title, ...bullet_points].map((text) => withoutMarks(text, markup).trim());
  return [...texts, image?.alt?.trim() ?? ''].filter((text) => text !== '').join('\n');
}

const extrasTexts = (
  { output: { extras = [] } }: Pick<Render, 'output'>,
  snapshot: Snapshot,
  slides: FrameSchedule['slides'],
  drawing: (picture: PictureRef) => string,
): ExtrasTexts | undefined =>
  extras.length === 0
    ? undefined
    : {
        files: extras,
        pictures: snapshot.slides.map((_, slide) => drawing({ slide })),
        slides: snapshot.slides.map((slide, index) => ({
          startFrame: slides[index]?.start_frame ?? 0,
          text: slideText(slide),
        })),
      };

/**
 * Names all parts of a render's video, and the video as a whole. Pure.
 * @param encoder tells builds of the encoder apart
 */
export function nameVideo(
  render: Render,
  snapshot: Snapshot,
  timeLine: FrameSchedule,
  { encoder, renderer }: { encoder: string; renderer: RendererVersion },
): NamedVideo {
  const settings = videoSettingsOf(render);
  const drawing = drawingOf(render, snapshot);
  const sound = planRenderSoundtrack(timeLine, snapshot.settings.background_audio, soundCodecOf(render), encoder);
  const shots = timeLine.slides.flatMap((slide) => slide.shots);
  const clips = new Map(shots.map((shot) => [shot, clipName(shot, settings, drawing, encoder)] as const));
  const { frames, captions, slides } = timeLine;
  const { title, language } = snapshot.settings;
  const film = videoName(
    renderer,
    settings,
    { frames, captions, shots: shots.map((shot) => ({ clip: clips.get(shot) ?? '', frames: shot.frames })), sound },
    {
      ...{ title, language, captions: render.output.captions, chapters: chaptersOf(snapshot, slides) },
      poster: drawing({ slide: 0 }),
      extras: extrasTexts(render, snapshot, slides, drawing),
    },
  );
  return { timeLine, clips, sound, film };
}

/** The content addresses of all parts of a video. */
export const partNames = (
  clips: Iterable<string>,
  sound: Pick<SoundtrackPlan, 'parts' | 'track'> | undefined,
): string[] => [...clips, ...(sound ? [...sound.parts, sound.track] : [])];

/**
 * Plans the work that makes a video: shares out what was not found. Pure.
 * @param ahead clips that this render has made before its plan: they are not reused
 */
export function planVideo(
  render: Render,
  { timeLine, clips, sound, film }: NamedVideo,
  found: FoundArtifacts,
  ahead: readonly string[] = [],
): RenderPlan {
  const madeAhead = new Set(ahead);
  const settings = videoSettingsOf(render);
  return planRender({
    timeLine,
    film,
    name: (shot) => clips.get(shot) ?? '',
    shotCost: (shot) => shotCost(shot, settings),
    sound,
    exists: (name) => found.has(name),
    isReused: (name) => found.has(name) && !madeAhead.has(name),
  });
}
