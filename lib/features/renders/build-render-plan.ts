import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import { containerOfCodec } from '#engine/video/codecs/codec-facts.ts';
import { captionPictureKey, slideBackgroundKey, slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { SLOW_ZOOM_VERSION } from '#engine/video/motion/slow-zoom.ts';
import {
  findTimelineVideoName,
  narrationPausesOfTimeline,
  resolveMotion,
  type Slide,
  type SlideWithDecidedMotion,
  type TimelineVideoName,
} from '#features/timelines/public.ts';
import { type ArtifactStore, type FreshArtifactsByName, findFreshCachedArtifacts } from './cached-artifact.ts';
import { burnedInCaptionStyleOf, findBurnedInCaptionForm } from './captions/burned-style.ts';
import {
  cameraAreaOfCallout,
  doesDecoderBlendTransitions,
  drawableSlideOfSnapshot,
  findCalloutsShownInPicture,
  slideAtPosition,
  slideDrawingTraitsOf,
  slideWithDecidedMotion,
} from './frozen-slide.ts';
import { decideTransitionIntoSlide, type TransitionChoiceFacts } from './plan/choose-transition-for-motion-level.ts';
import { clipContentAddress } from './plan/clip-content-address.ts';
import { type FrameSchedule, planFrameSchedule, type SlideSpeech } from './plan/frame-schedule.ts';
import { planRender, type RenderPlan, type ShotWithClipAddress, type SoundtrackPlan } from './plan/render-plan.ts';
import { planRenderSoundtrack } from './plan/soundtrack-plan.ts';
import { type ExtraFilesInputForAddress, videoContentAddress } from './plan/video-content-address.ts';
import type { PictureRef, VideoShot } from './plan/video-shot.ts';
import { countItemsToEncodeAhead, shotEncodingCoreSeconds } from './plan/work-shares.ts';
import type { Render } from './render.ts';
import type { RendererVersion } from './renderer.ts';
import {
  listIndexesWithoutIntroOutro,
  slideNumberInTimeline,
  type TimelineSnapshot,
  templateOfSnapshot,
} from './timeline-snapshot.ts';
import { visibleTextOfSlide } from './visible-text-of-slide.ts';

/** The settings of a render's clips. */
export const videoSettingsOfRender = ({ output: { codec, width, height, fps, quality } }: Pick<Render, 'output'>) => ({
  codec,
  width,
  height,
  fps,
  quality,
});

/** The codec of a render's sound: Opus in WebM, AAC in MP4. */
export const soundtrackCodecOfRender = ({ output }: Pick<Render, 'output'>) =>
  containerOfCodec(output.codec) === 'webm' ? 'opus' : 'aac';

const transitionContextOf = ({ settings, template }: TimelineSnapshot, slide: Slide): TransitionChoiceFacts => ({
  motion: resolveMotion(slide, settings),
  template: template?.base ?? settings.template_id,
});

/**
 * The slide, whose parts fade in instead of rising if others are dimmed and each frame is encoded: everything that differs would rise then.
 * A decoder that blends knows which part is new.
 */
function slideInBuildStyle(slide: SlideWithDecidedMotion, { output }: Pick<Render, 'output'>): SlideWithDecidedMotion {
  const isBlended = doesDecoderBlendTransitions(output) && !slide.presenter;
  return slide.dim_previous && slide.build_style === 'rise' && !isBlended ? { ...slide, build_style: 'fade' } : slide;
}

/** Plans the times and shots of a render's slides. @param speech the speech of each slide; undefined for a silent one */
export const planSlideTimes = (
  render: Pick<Render, 'output'>,
  snapshot: TimelineSnapshot,
  speech: readonly (SlideSpeech | undefined)[],
): FrameSchedule =>
  planFrameSchedule(
    snapshot.slides.map((slide, position) => ({
      ...slideInBuildStyle(slideWithDecidedMotion(snapshot, position, render), render),
      transition: decideTransitionIntoSlide(slide, snapshot.settings.transition, transitionContextOf(snapshot, slide)),
      drawn: slideDrawingTraitsOf(snapshot, position, render),
    })),
    speech,
    {
      fps: render.output.fps,
      pace: narrationPausesOfTimeline(snapshot.settings),
      language: snapshot.settings.language,
      burnIn: findBurnedInCaptionForm(render.output),
      withWords: render.output.caption_words,
    },
  );

/** Part of the canonical texts of pictures of a part of a slide. Raise it with every change of the part, or of how it is drawn. */
const VIEW_VERSION = 1;

/** Part of the canonical texts of pictures in which parts are dimmed. Raise it when these change. */
const DIM_VERSION = 1;

/** Makes a function that gives the canonical text of everything that determines the pixels of a picture. Equal texts mean equal pictures. */
export const createDrawingKeyFunction =
  (render: Pick<Render, 'output'>, snapshot: TimelineSnapshot) =>
  ({
    slide,
    revealed,
    figures,
    dimmed,
    state,
    lit,
    lights,
    bare,
    callouts,
    view,
    rest,
    moment,
    presenter,
    zoom,
    caption,
  }: PictureRef): string => {
    const { width, height } = render.output;
    const { language } = snapshot.settings;
    const template = templateOfSnapshot(snapshot);
    const style = burnedInCaptionStyleOf(render.output) ?? DEFAULT_CAPTION_STYLE;
    const captioned = caption === undefined ? undefined : style;
    const drawableSlide = drawableSlideOfSnapshot(snapshot, slide, state);
    const key = bare
      ? slideBackgroundKey(drawableSlide, { width, height }, template)
      : slidePictureKey(drawableSlide, { width, height }, template, {
          revealed,
          figures,
          lit,
          lights,
          captioned,
          isAlone: presenter !== undefined,
          callouts: findCalloutsShownInPicture(snapshot, slide, callouts),
        });
    const keyWithZoom = zoom === undefined ? key : JSON.stringify([key, 'slow zoom', SLOW_ZOOM_VERSION, zoom]);
    const keyWithDimming =
      dimmed === undefined ? keyWithZoom : JSON.stringify([keyWithZoom, 'dimmed', DIM_VERSION, dimmed]);
    const keyOfView =
      view === undefined
        ? keyWithDimming
        : JSON.stringify([keyWithDimming, 'view', VIEW_VERSION, cameraAreaOfCallout(snapshot, slide, view)]);
    const keyWithMotion =
      rest === undefined
        ? keyOfView
        : JSON.stringify([keyOfView, slideWithDecidedMotion(snapshot, slide, render).image_motion, rest]);
    /** The key of a picture in which the presenter stands at a second of the recording, in the form of the poster. */
    const presentedKey = (second: number, baseKey: string): string => {
      const posterKey = slidePictureKey(drawableSlide, { width, height }, template, { captioned });
      return JSON.stringify([
        baseKey,
        'presenter',
        slideAtPosition(snapshot, slide).presenter?.sha256,
        second,
        posterKey,
      ]);
    };
    const footageHash = slideAtPosition(snapshot, slide).video?.sha256;
    const keyWithFootage = moment === undefined ? keyWithMotion : JSON.stringify([key, 'footage', footageHash, moment]);
    const keyWithPresenter = typeof presenter === 'number' ? presentedKey(presenter, keyWithFootage) : keyWithFootage;
    return caption
      ? JSON.stringify([keyWithPresenter, captionPictureKey(caption, language, { width, height }, template, style)])
      : keyWithPresenter;
  };

/** Kinds of shots whose frames, or the times of these, depend on the narration. */
const KINDS_THAT_DEPEND_ON_NARRATION: ReadonlySet<VideoShot['kind']> = new Set<VideoShot['kind']>([
  'image_motion',
  'zoom',
  'footage',
  'presenter',
]);

/**
 * Chooses shots to encode while the narration is synthesized: those whose clips do not exist and do not depend on the narration, at most
 * as many as one worker encodes in that time. The clip of a still does not depend on how long it is held; the length of a transition is
 * fixed, unless its slide is very short. A wrong guess costs only the encoding.
 */
export async function shotsToEncodeBeforeNarration(
  deps: { artifacts: ArtifactStore; encoder: string; now: Date },
  render: Render,
  snapshot: TimelineSnapshot,
): Promise<ShotWithClipAddress[]> {
  // Pictures with burned-in captions depend on the times of the sentences.
  if (render.output.captions === 'burned_in') return [];
  const settings = videoSettingsOfRender(render);
  const drawing = createDrawingKeyFunction(render, snapshot);
  const shots = planSlideTimes(render, snapshot, [])
    .slides.flatMap((slide) => slide.shots)
    .filter(({ kind }) => !KINDS_THAT_DEPEND_ON_NARRATION.has(kind))
    .map((shot) => ({ ...shot, clip: clipContentAddress(shot, settings, drawing, deps.encoder) }));
  const existingArtifacts = await findFreshCachedArtifacts(
    deps,
    render,
    shots.map(({ clip }) => clip),
  );
  const missingShots = [...new Map(shots.map((shot) => [shot.clip, shot])).values()].filter(
    ({ clip }) => !existingArtifacts.has(clip),
  );
  return missingShots.slice(
    0,
    countItemsToEncodeAhead(missingShots.map((shot) => shotEncodingCoreSeconds(shot, settings))),
  );
}

/** All parts of a render's video with their content addresses, whether they exist or not. */
export interface VideoPartContentAddresses {
  timeLine: FrameSchedule;
  /** The content address of each shot's clip. */
  clips: ReadonlyMap<VideoShot, string>;
  sound: ReturnType<typeof planRenderSoundtrack>;
  /** The content address of the finished video (`videoContentAddress`). */
  film: string;
}

/** The titles of the chapters of an intro and an outro. */
const VIDEO_CHAPTER_TITLES: Readonly<Record<TimelineVideoName, string>> = { intro: 'Intro', outro: 'Outro' };

/** The title of a slide without markup; its number if it has none. */
function chapterTitle(snapshot: Pick<TimelineSnapshot, 'slides' | 'first_position'>, position: number): string {
  const slide = snapshot.slides[position];
  const video = slide && findTimelineVideoName(slide);
  if (video) return VIDEO_CHAPTER_TITLES[video];
  const title = withoutInlineMarks(slide?.title ?? '', slide?.markup).trim();
  return title || `Slide ${slideNumberInTimeline(snapshot, position)}`;
}

/** The chapters of a video, one for each slide, and for its intro and its outro. A slide without a title is named by its number in the timeline, also in a render of a range. */
export const chaptersOfVideo = (
  snapshot: Pick<TimelineSnapshot, 'slides' | 'first_position'>,
  slides: readonly { start_frame: number }[],
) =>
  slides.map(({ start_frame }, position) => ({
    title: chapterTitle(snapshot, position),
    startFrame: start_frame,
  }));

/** The content of the extra files as texts, for the content address of the video; undefined without extras. */
const extrasTexts = (
  { output: { extras = [] } }: Pick<Render, 'output'>,
  snapshot: TimelineSnapshot,
  slides: FrameSchedule['slides'],
  drawing: (picture: PictureRef) => string,
): ExtraFilesInputForAddress | undefined =>
  extras.length === 0
    ? undefined
    : {
        files: extras,
        pictures: listIndexesWithoutIntroOutro(snapshot).map((slide) => drawing({ slide })),
        slides: listIndexesWithoutIntroOutro(snapshot).map((index) => ({
          startFrame: slides[index]?.start_frame ?? 0,
          text: visibleTextOfSlide(slideAtPosition(snapshot, index)),
        })),
      };

/**
 * Computes the content addresses of all parts of a render's video, and of the video as a whole. Pure.
 * @param encoder identity of the encoder's build
 */
export function computeVideoPartContentAddresses(
  render: Render,
  snapshot: TimelineSnapshot,
  timeLine: FrameSchedule,
  { encoder, renderer }: { encoder: string; renderer: RendererVersion },
): VideoPartContentAddresses {
  const settings = videoSettingsOfRender(render);
  const drawing = createDrawingKeyFunction(render, snapshot);
  const sound = planRenderSoundtrack(
    timeLine,
    snapshot.settings.background_audio,
    soundtrackCodecOfRender(render),
    encoder,
  );
  const shots = timeLine.slides.flatMap((slide) => slide.shots);
  const clips = new Map(shots.map((shot) => [shot, clipContentAddress(shot, settings, drawing, encoder)] as const));
  const { frames, captions, slides } = timeLine;
  const { title, language } = snapshot.settings;
  const film = videoContentAddress(
    renderer,
    settings,
    { frames, captions, shots: shots.map((shot) => ({ ...shot, clip: clips.get(shot) ?? '' })), sound },
    {
      title,
      language,
      captions: render.output.captions,
      chapters: chaptersOfVideo(snapshot, slides),
      poster: drawing(posterPictureOfTimeline(snapshot)),
      extras: extrasTexts(render, snapshot, slides, drawing),
    },
  );
  return { timeLine, clips, sound, film };
}

/** The picture that is the poster of a video: its first slide. */
export const posterPictureOfTimeline = (snapshot: TimelineSnapshot): PictureRef => ({
  slide: listIndexesWithoutIntroOutro(snapshot)[0] ?? 0,
});

/** The content addresses of all parts of a video. */
export const listVideoPartContentAddresses = (
  clips: Iterable<string>,
  sound: Pick<SoundtrackPlan, 'parts' | 'track'> | undefined,
): string[] => [...clips, ...(sound ? [...sound.parts, sound.track] : [])];

/**
 * Plans the work that makes a video, and distributes the parts that were not found over tasks. Pure.
 * @param clipsMadeAhead names of clips that this render has encoded before its plan, which do not count as reused
 */
export function planVideoWork(
  render: Render,
  { timeLine, clips, sound, film }: VideoPartContentAddresses,
  existingArtifacts: FreshArtifactsByName,
  clipsMadeAhead: readonly string[] = [],
): RenderPlan {
  const namesMadeAhead = new Set(clipsMadeAhead);
  const settings = videoSettingsOfRender(render);
  return planRender({
    timeLine,
    film,
    name: (shot) => clips.get(shot) ?? '',
    shotCost: (shot) => shotEncodingCoreSeconds(shot, settings),
    sound,
    exists: (name) => existingArtifacts.has(name),
    isReused: (name) => existingArtifacts.has(name) && !namesMadeAhead.has(name),
  });
}
