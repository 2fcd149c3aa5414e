import { isPhotographicImage } from '#engine/video/drawing/drawable-slide.ts';
import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import type { ImageMotion } from '#engine/video/motion/image-motion.ts';
import type { MotionLevel } from '#engine/video/motion/motions.ts';
import type { BuildStyle } from '#engine/video/transitions/transition-types.ts';
import { toSentMotionChoice } from './motion-choice.ts';
import { resolveMotion } from './resolve-motion.ts';
import { drawnContentOfSlide, showsOnlyImage } from './shown-slide.ts';
import type { Slide } from './slide.ts';
import type { SLIDE_BUILD_MODES } from './slide-fields/build.ts';

type SlideBuildMode = (typeof SLIDE_BUILD_MODES)[number];

/** The fields of a slide that say how its parts move. */
export interface SlideMotionSettings {
  build: SlideBuildMode;
  build_style: BuildStyle;
  image_motion: ImageMotion;
  /** True if parts are dimmed when the next one appears. */
  dim_previous: boolean;
}

/** A slide of which every field about its movement is decided. */
export type SlideWithDecidedMotion = Slide &
  SlideMotionSettings & {
    /** True if parts that rise go a little beyond their place; absent: they do not. */
    springs?: true | undefined;
    /** True if its photograph grows slowly while its points appear, where decoders can do that; absent: it does not. */
    growsUnderBuild?: true | undefined;
  };

/** A focus nearer to the side than this, as a share of the width, is where a pan ends. */
const SIDE_SHARE = 0.36;

/**
 * The camera over a photograph: a pan that ends at a focus on one side; else a zoom, into one half of the pictures and out of the other.
 * The picture decides which one, not the position of the slide, so that an inserted slide does not change others.
 */
function cameraMotionOver({ sha256, focus }: { sha256: string; focus: { x: number } }): ImageMotion {
  if (focus.x < SIDE_SHARE) return 'pan_left';
  if (focus.x > 1 - SIDE_SHARE) return 'pan_right';
  return Number.parseInt(sha256.slice(0, 2), 16) % 2 === 0 ? 'zoom_in' : 'zoom_out';
}

/**
 * Layouts whose parts appear one by one in a moving slide that does not choose this itself. A title, a quotation or an agenda is read as a
 * whole, a chart is drawn in one movement, and code is unreadable in parts.
 */
const BUILT_LAYOUTS: ReadonlySet<DrawnLayout> = new Set([
  'bullets',
  'two_columns',
  'image_left',
  'image_right',
  'image_top',
  'image_background',
  'device',
  'table',
  'cards',
  'process',
  'timeline',
  'comparison',
  'stats',
  'team',
  'gallery',
]);

/** Reports whether a slide shows parts that appear one by one. On a slide with a video they are all there at once. */
const hasParts = ({ bullet_points, table, items, pictures, video }: Slide, layout: DrawnLayout): boolean =>
  !video &&
  BUILT_LAYOUTS.has(layout) &&
  (bullet_points.length > 0 || [table, items, pictures].some((content) => content !== undefined));

/** The image of a slide over which a camera may move: a photograph that is not shown whole. */
function photographOf(slide: Slide) {
  const { image } = showsOnlyImage(slide) ? {} : drawnContentOfSlide(slide);
  const isShownWhole = slide.layout === 'figure' || image?.fit === 'contain' || (image?.frames ?? 1) > 1;
  return image && !isShownWhole && isPhotographicImage(image) ? image : undefined;
}

/** The camera that a motion chooses. With parts that appear one by one, with callouts or with a video, the image stays as it is. */
function chooseCameraMotion(slide: Slide, motion: MotionLevel, build: SlideBuildMode): ImageMotion {
  if (motion === 'none' || slide.builds || slide.callouts || slide.video || build !== 'none') return 'none';
  const photograph = photographOf(slide);
  return photograph ? cameraMotionOver(photograph) : 'none';
}

/** Layouts with an image next to text. */
const LAYOUTS_WITH_IMAGE_AND_TEXT: ReadonlySet<DrawnLayout> = new Set([
  'image_left',
  'image_right',
  'image_top',
] as const);

/** Styles of points whose frames decoders make: a photograph next to them can grow meanwhile. */
const DECODER_BUILD_STYLES: ReadonlySet<BuildStyle> = new Set(['fade', 'rise'] as const);

/**
 * Reports whether the photograph of a moving slide grows slowly while its points appear next to it, which is so if no request says how it
 * moves. A photograph with a caption does not grow, because the letters over it would grow with it.
 */
function doesGrowUnderBuild(
  slide: Slide,
  { build, build_style, dim_previous }: Pick<SlideMotionSettings, 'build' | 'build_style' | 'dim_previous'>,
  layout: DrawnLayout,
): boolean {
  const photograph = photographOf(slide);
  return (
    photograph !== undefined &&
    normalizeDrawableText(photograph.caption ?? '') === '' &&
    LAYOUTS_WITH_IMAGE_AND_TEXT.has(layout) &&
    build !== 'none' &&
    DECODER_BUILD_STYLES.has(build_style) &&
    toSentMotionChoice(slide.image_motion) === undefined &&
    !(dim_previous || slide.builds || slide.callouts || slide.video || slide.presenter)
  );
}

/**
 * Decides how the parts of a slide move: by its fields, and if they are not set, by the motion of the slide or of its timeline. States of
 * an imported slide keep their fade. Pure.
 * @param layout the layout in which the slide is drawn
 */
export function slideMotionSettingsOf(
  slide: Slide,
  timeline: { motion?: MotionLevel | undefined },
  layout: DrawnLayout,
): SlideMotionSettings {
  const motion = resolveMotion(slide, timeline);
  const sentImageMotion = toSentMotionChoice(slide.image_motion);
  const isBuilt = motion !== 'none' && (sentImageMotion ?? 'none') === 'none' && hasParts(slide, layout);
  const build = toSentMotionChoice(slide.build) ?? (isBuilt ? 'by_bullet' : 'none');
  return {
    build,
    build_style: slide.build_style ?? (motion === 'none' || slide.builds ? 'fade' : 'rise'),
    image_motion: sentImageMotion ?? chooseCameraMotion(slide, motion, build),
    dim_previous: slide.dim_previous ?? false,
  };
}

/** The slide with every field about its movement decided, as by `slideMotionSettingsOf`. Pure. */
export function withDecidedMotion(
  slide: Slide,
  timeline: { motion?: MotionLevel | undefined },
  layout: DrawnLayout,
): SlideWithDecidedMotion {
  const motion = resolveMotion(slide, timeline);
  const settings = slideMotionSettingsOf(slide, timeline, layout);
  return {
    ...slide,
    ...settings,
    // A style that the slide names is not changed.
    ...(motion === 'lively' && slide.build_style === undefined ? { springs: true } : {}),
    ...(motion !== 'none' && doesGrowUnderBuild(slide, settings, layout) ? { growsUnderBuild: true } : {}),
  };
}
