import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import { textsOfBuildParts } from '#engine/video/drawing/build-parts.ts';
import type { DrawableCallout, RelativePictureArea } from '#engine/video/drawing/callouts/callout.ts';
import { textsOfCodeFocusGroups } from '#engine/video/drawing/code-focus.ts';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { driftingOrnaments, type OrnamentDrift } from '#engine/video/drawing/drifting-ornaments.ts';
import { hasEntranceAnimation } from '#engine/video/drawing/has-entrance-animation.ts';
import { chooseLayout } from '#engine/video/drawing/layout/choose-layout.ts';
import {
  type DrawnLayout,
  doesLayoutMoveImage,
  doesLayoutShowImage,
  sceneNameOfLayout,
} from '#engine/video/drawing/layout/layout-facts.ts';
import { isLogoOverImage, withLogoOnlyIfShown } from '#engine/video/drawing/layout/logo-box.ts';
import { hasMovableBackdropLights } from '#engine/video/drawing/moved-lights.ts';
import { partsSharableBetweenSlides } from '#engine/video/drawing/shared-slide-parts.ts';
import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import { type TextDirection, textDirectionOfSlide } from '#engine/video/drawing/text/writing-system.ts';
import { slideBoxNextToPresenter } from '#engine/video/footage/presenter-look.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import {
  type DrawableSlideWithPictureRefs,
  drawableCalloutOf,
  resolveMotion,
  type Slide,
  type SlideWithDecidedMotion,
  spokenTextOfSlide,
  toDrawableSlide,
  withDecidedMotion,
} from '#features/timelines/public.ts';
import { findBurnedInCaptionForm } from './captions/burned-style.ts';
import type { SlideDrawingTraits } from './plan/frame-schedule.ts';
import type { MorphableSlideParts } from './plan/morph.ts';
import type { Render, RenderOutput } from './render.ts';
import {
  outlineOfSnapshot,
  slideNumberInTimeline,
  type TimelineSnapshot,
  templateOfSnapshot,
} from './timeline-snapshot.ts';

/** The slide at a position, from 0. @throws RangeError for a position that the frozen timeline does not have */
export function slideAtPosition({ slides }: Pick<TimelineSnapshot, 'slides'>, position: number): Slide {
  const slide = slides[position];
  if (!slide) throw new RangeError(`the frozen timeline has no slide ${position}`);
  return slide;
}

/**
 * The points of a slide that are drawn, with their levels and the index of the point that starts the second column. Blank points are left
 * out, except in code, where they are blank lines.
 */
function visiblePoints(
  slide: DrawableSlideWithPictureRefs,
): Pick<DrawableSlide, 'bullet_points' | 'bullet_levels' | 'column_break'> {
  const { bullet_points, bullet_levels, column_break, layout } = slide;
  if (layout === 'code') return { bullet_points, bullet_levels, column_break };
  const visibleIndexes = [...bullet_points.keys()].filter(
    (index) => normalizeDrawableText(bullet_points[index] ?? '') !== '',
  );
  const firstOfSecondColumn = column_break && visibleIndexes.filter((index) => index < column_break).length;
  return {
    bullet_points: visibleIndexes.map((index) => bullet_points[index] ?? ''),
    bullet_levels: bullet_levels && visibleIndexes.map((index) => bullet_levels[index] ?? 0),
    // If all points of one column are blank, there is no break, and the points are distributed evenly over both columns.
    column_break: firstOfSecondColumn && firstOfSecondColumn < visibleIndexes.length ? firstOfSecondColumn : undefined,
  };
}

/**
 * The drawable form of a slide of a snapshot. The plan and the painter both use it, so that they count the same visible points. Its number
 * is that in the timeline, also when a range is rendered.
 * @param state state of a slide that changes its image, from 0; absent: the last one
 */
export function drawableSlideOfSnapshot(
  snapshot: TimelineSnapshot,
  position: number,
  state?: number,
): DrawableSlideWithPictureRefs {
  const slide = slideAtPosition(snapshot, position);
  const drawable = toDrawableSlide(
    slide,
    slideNumberInTimeline(snapshot, position),
    outlineOfSnapshot(snapshot),
    snapshot.settings,
  );
  const imageOfState = state === undefined ? undefined : slide.builds?.[state]?.image;
  const image = drawable.image && { ...drawable.image, ...imageOfState };
  return { ...drawable, ...visiblePoints(drawable), image };
}

/**
 * The callouts of a slide that a picture shows, as they are drawn; undefined for a picture that does not name them.
 * @param shownNumbers their numbers, from 0
 */
export function findCalloutsShownInPicture(
  snapshot: Pick<TimelineSnapshot, 'slides'>,
  position: number,
  shownNumbers: readonly number[] | undefined,
): DrawableCallout[] | undefined {
  const { callouts = [] } = slideAtPosition(snapshot, position);
  return shownNumbers?.flatMap((index) => {
    const callout = callouts[index];
    return (callout && drawableCalloutOf(callout)) ?? [];
  });
}

/** The area of a callout to which the camera moves. @throws RangeError for a callout that the slide does not have */
export function cameraAreaOfCallout(
  snapshot: Pick<TimelineSnapshot, 'slides'>,
  position: number,
  index: number,
): RelativePictureArea {
  const callout = slideAtPosition(snapshot, position).callouts?.[index];
  if (!callout) throw new RangeError(`slide ${position} has no callout ${index}`);
  return callout.area;
}

/** The parts of a slide that a neighbour may share. @param hasStates true if its picture changes; only its last picture is known then */
function visiblePartsOf(
  slide: DrawableSlideWithPictureRefs & { direction: TextDirection },
  size: PictureDimensions,
  hasStates: boolean,
): MorphableSlideParts {
  const parts = (revealed?: number) => partsSharableBetweenSlides(slide, size, ({ sha256 }) => sha256, revealed);
  return { whole: parts(), standing: hasStates ? [] : parts(0) };
}

/** The slide at a position, from 0, with its movement decided. @throws RangeError like `slideAtPosition` */
export function slideWithDecidedMotion(
  snapshot: TimelineSnapshot,
  position: number,
  { output }: Pick<Render, 'output'>,
): SlideWithDecidedMotion {
  const drawable = drawableSlideOfSnapshot(snapshot, position);
  return withDecidedMotion(
    slideAtPosition(snapshot, position),
    snapshot.settings,
    chooseLayout(drawable, roomNextToPresenter(drawable, output)),
  );
}

/** The room of a slide in the picture, next to its presenter. */
const roomNextToPresenter = (
  { presenter }: Pick<DrawableSlideWithPictureRefs, 'presenter'>,
  size: PictureDimensions,
): PictureDimensions => slideBoxNextToPresenter(presenter?.look, size);

/** Reports whether decoders mix the frames between two pictures of a video, so that these are not encoded. */
export const doesDecoderBlendTransitions = (output: RenderOutput): boolean =>
  codecFactsOf(output.codec).blendsFades && findBurnedInCaptionForm(output) === undefined;

/** The reading direction of a slide. */
const readingDirectionOf = (slide: DrawableSlideWithPictureRefs, size: PictureDimensions): TextDirection =>
  textDirectionOfSlide(
    [
      ...[slide.title, ...slide.bullet_points].map((text) => withoutInlineMarks(text, slide.markup)),
      ...textsOfBuildParts(slide, size),
    ],
    slide.language,
  );

/** The ornaments of a slide that may drift, as far as its template says. */
export function ornamentDriftsOf(
  snapshot: TimelineSnapshot,
  position: number,
  { output }: Pick<Render, 'output'>,
): OrnamentDrift[] {
  const drawable = drawableSlideOfSnapshot(snapshot, position);
  const scene = templateOfSnapshot(snapshot).scenes[sceneNameOfLayout(chooseLayout(drawable, output))];
  return driftingOrnaments(scene, output, readingDirectionOf(drawable, output));
}

/** Movements of the ground of a slide, as the traits of its drawing name them. */
type GroundMovement = 'movesLights' | 'drifts';

/** The movement of the ground that a slide has by its template and its `motion`: soft lights, else ornaments; undefined: none. */
function wantedGroundMovement(
  snapshot: TimelineSnapshot,
  position: number,
  render: Pick<Render, 'output'>,
  layout: DrawnLayout,
): GroundMovement | undefined {
  const slide = slideAtPosition(snapshot, position);
  if (slide.video || resolveMotion(slide, snapshot.settings) === 'none') return undefined;
  if (hasMovableBackdropLights(templateOfSnapshot(snapshot).scenes[sceneNameOfLayout(layout)])) return 'movesLights';
  return ornamentDriftsOf(snapshot, position, render).length > 0 ? 'drifts' : undefined;
}

/** Reasons for which a ground that could move stands still, in the order in which messages name them. */
export const STILL_GROUND_REASONS = ['codec', 'captions', 'presenter', 'callouts'] as const;
/** A reason for which a ground that could move stands still. */
export type StillGroundReason = (typeof STILL_GROUND_REASONS)[number];

/** The reasons for which a movement of the ground of a slide does not take place; empty: it does. */
function reasonsAgainstMovement(
  { presenter, callouts }: Slide,
  { output }: Pick<Render, 'output'>,
  movement: GroundMovement,
): StillGroundReason[] {
  const appliesByReason: Readonly<Record<StillGroundReason, boolean>> = {
    codec: !codecFactsOf(output.codec).blendsFades,
    captions: findBurnedInCaptionForm(output) !== undefined,
    // Each frame with a presenter is encoded.
    presenter: presenter !== undefined,
    // Callouts would drift with what is below them.
    callouts: callouts !== undefined && movement === 'drifts',
  };
  return STILL_GROUND_REASONS.filter((reason) => appliesByReason[reason]);
}

/** The movement of the ground of a slide. */
function groundTraits(
  snapshot: TimelineSnapshot,
  position: number,
  render: Pick<Render, 'output'>,
  layout: DrawnLayout,
) {
  const movement = wantedGroundMovement(snapshot, position, render, layout);
  const slide = slideAtPosition(snapshot, position);
  return movement && reasonsAgainstMovement(slide, render, movement).length === 0 ? { [movement]: true } : {};
}

/**
 * The reasons for which the ground of a slide stands still although its template and its `motion` would move it; empty: it moves, or would not
 * move anyway, as where a video is decoded for it, or stands behind a photograph that grows. The time for which a slide stands is not looked at.
 */
export function reasonsForStillGround(
  snapshot: TimelineSnapshot,
  position: number,
  render: Pick<Render, 'output'>,
): StillGroundReason[] {
  const slide = slideAtPosition(snapshot, position);
  if (slide.video_request) return [];
  const drawable = drawableSlideOfSnapshot(snapshot, position);
  const layout = chooseLayout(drawable, roomNextToPresenter(drawable, render.output));
  const movement = wantedGroundMovement(snapshot, position, render, layout);
  return movement ? reasonsAgainstMovement(slide, render, movement) : [];
}

/** Reports whether images next to text reach to the edges of slides, without a frame and round corners. */
const hasImageAtEdges = ({ image: { inset, radius, frame } }: SlideTemplate): boolean =>
  inset === 0 && radius === 0 && frame === undefined;

/**
 * Reports whether the frames of a slide's video, unchanged, are its pictures: the video fills the slide, has the size and rate of the render, and nothing
 * is over it, neither a caption nor a logo. Footage is H.264.
 * @param template of the slide, as it is in its layout
 */
function doesVideoPlayInStep(
  { video, presenter }: Slide,
  output: RenderOutput,
  { logo }: Pick<SlideTemplate, 'logo'>,
): boolean {
  if (video?.place !== 'full' || presenter || logo || findBurnedInCaptionForm(output) !== undefined) return false;
  const { codec, width, height, fps } = output;
  return codec === 'h264' && video.width === width && video.height === height && video.fps === fps;
}

/**
 * The traits of a slide's drawing on which its shots depend: its points and states, the motion of its image, the lines of code that are lit,
 * its parts that enter, its callouts, the parts that a neighbour may share, and its spoken text.
 */
export function slideDrawingTraitsOf(
  snapshot: TimelineSnapshot,
  position: number,
  render: Pick<Render, 'output'>,
): SlideDrawingTraits {
  const { output } = render;
  const drawable = drawableSlideOfSnapshot(snapshot, position);
  const room = roomNextToPresenter(drawable, output);
  // What moves is drawn in the size of the picture: next to a presenter, parts only appear.
  const isNextToPresenter = drawable.presenter?.look.place === 'side';
  const layout = chooseLayout(drawable, room);
  const slide = withDecidedMotion(slideAtPosition(snapshot, position), snapshot.settings, layout);
  const { image_motion: motion, builds = [], callouts } = slide;
  const hasImage = drawable.image !== undefined && doesLayoutShowImage(layout);
  const bullets = textsOfBuildParts(drawable, room);
  const mayMove = resolveMotion(slide, snapshot.settings) !== 'none';
  // If the slide names a style, its parts appear in that style, not by an entrance.
  const hasBuildStyle = slideAtPosition(snapshot, position).build_style !== undefined && slide.build !== 'none';
  // Callouts are about parts of a picture that stand still.
  const isEntering =
    !isNextToPresenter &&
    mayMove &&
    !callouts &&
    !hasBuildStyle &&
    hasEntranceAnimation(drawable, layout) &&
    !(layout === 'number' && slide.build !== 'none');
  const template = withLogoOnlyIfShown(templateOfSnapshot(snapshot), layout);
  const direction = readingDirectionOf(drawable, room);
  const zooms =
    !isNextToPresenter &&
    doesDecoderBlendTransitions(output) &&
    slide.growsUnderBuild === true &&
    hasImageAtEdges(template) &&
    // A logo over the image would grow with it.
    !(template.logo && isLogoOverImage(template.logo, layout, direction));
  const isCounting = isEntering && layout === 'number';
  return {
    bullets,
    // Points that are built one by one come after their figure.
    enters: isEntering ? (layout === 'number' ? Math.max(1, bullets.length) : bullets.length) : 0,
    ...(isCounting ? { counts: true } : {}),
    lit: layout === 'code' && drawable.code ? textsOfCodeFocusGroups(drawable.code) : [],
    states:
      hasImage && !slide.video ? builds.map(({ image: { sha256 }, ...state }) => ({ ...state, picture: sha256 })) : [],
    moves:
      !isNextToPresenter && motion !== 'none' && !slide.video && !callouts && hasImage && doesLayoutMoveImage(layout),
    // Callouts would stay in place while the video below them moves.
    callouts:
      callouts && !slide.video
        ? { list: callouts, fades: mayMove, ...(isNextToPresenter ? { hasCamera: false } : {}) }
        : undefined,
    ...(doesVideoPlayInStep(slide, output, template) ? { playsInStep: true } : {}),
    direction,
    parts: visiblePartsOf({ ...drawable, direction }, room, builds.length > 1 || isCounting),
    // Where the image grows, the ground stands.
    ...(zooms ? { zooms } : groundTraits(snapshot, position, render, layout)),
    said: spokenTextOfSlide(slide, snapshot.settings),
  };
}
