import { presenterBox, presenterCornerRadius, slideBoxNextToPresenter } from '../../footage/presenter-look.ts';
import type { PictureDimensions } from '../../format.ts';
import type { CalloutImage } from '../callouts/callout-area-in-pixels.ts';
import { contrastRatio } from '../contrast.ts';
import type { SlideKindPalette, SlideTemplate } from '../design.ts';
import type { DrawableImage, DrawablePresenter, DrawableSlide, SlidePaintState } from '../drawable-slide.ts';
import { boxNode } from '../layout/boxes.ts';
import type { ImagePlacement } from '../layout/image-placement.ts';
import type { LayoutDrawing } from '../layout/layout.ts';
import { type DrawnLayout, sceneNameOfLayout } from '../layout/layout-facts.ts';
import { drawingOfLayout } from '../layout/layouts/layout-of.ts';
import type { TextFitReport } from '../layout/text-fit-report.ts';
import type { ReadCustomFile } from '../text/font-library.ts';
import { composeSlide, type SlideComposition } from './compose-slide.ts';
import { createDrawingDeps, rejectCustomFileRead } from './drawing-deps.ts';
import { type ArrangedSlideFaults, faultsOfArrangedSlide } from './page-faults.ts';
import { findImageUnderCallouts } from './position-callouts.ts';
import { captionSpaceInPixels } from './present-slide.ts';

/** An image without its bytes. */
type MeasurableImage = Omit<DrawableImage, 'bytes'>;

/** A slide without the bytes of its pictures, which laying it out does not need. */
export type MeasurableSlide = Omit<DrawableSlide, 'image' | 'images' | 'item_images' | 'presenter'> & {
  image?: MeasurableImage | undefined;
  images?: readonly MeasurableImage[] | undefined;
  item_images?: readonly (MeasurableImage | undefined)[] | undefined;
  presenter?: (Omit<DrawablePresenter, 'image'> & { image: MeasurableImage }) | undefined;
};

/** The image with no bytes, in the type that laying out takes. */
const withEmptyBytes = (image: MeasurableImage): DrawableImage => ({ ...image, bytes: new Uint8Array() });

/** Layout, text fits and legibility of a slide. */
export interface SlideMeasures {
  layout: DrawnLayout;
  fits: readonly TextFitReport[];
  /** True if the footer was cut. */
  isFooterCut: boolean;
  /** Characters and emoji that are not drawn as they are written. */
  missing: readonly string[];
  /** Factor by which the image is shown larger than its pixels; absent: it shows none. */
  imageScale?: number | undefined;
  /** The image that areas of callouts are parts of, and its place; absent: they are parts of the slide. */
  called?: CalloutImage | undefined;
  /** The smallest contrast ratio of text, 1–21 (WCAG 2.2), and whether that is enough for large text; absent: it shows no text. */
  contrast?: { ratio: number; passes: boolean } | undefined;
  /** Faults of the whole page; absent: it was not measured. */
  page?: ArrangedSlideFaults | undefined;
}

/** The minimum contrast ratio of WCAG 2.2 AA for text of at least 24 pixels on a page of usual size; all text of a slide is that large. */
const MIN_CONTRAST = 3;

/** Factor by which an image is shown larger than its pixels: cropped to its box, or whole in it. */
function imageScaleOf(
  { width, height }: Pick<DrawableImage, 'width' | 'height'>,
  { imageBox }: ImagePlacement,
): number {
  return Math.max(imageBox.width / width, imageBox.height / height);
}

/**
 * The smaller contrast ratio of text and heading to their background. On an image, the background is a panel, or a scrim, which has about
 * the colour of the background of the slide.
 */
function contrastOfText(
  { text, heading = text, background, panel }: SlideKindPalette,
  { image }: Pick<LayoutDrawing, 'image'>,
  { caption }: Pick<SlideTemplate, 'caption'>,
): number {
  const backgroundOfText = image === 'ground' && caption === 'box' ? panel : background;
  return Math.min(contrastRatio(text, backgroundOfText), contrastRatio(heading, backgroundOfText));
}

/** The measures of a composition, apart from its page and the image of callouts. */
function measuresOf(
  slide: MeasurableSlide,
  { layout, fits, isFooterCut, missing, image }: SlideComposition,
  template: SlideTemplate,
): SlideMeasures {
  const drawing = drawingOfLayout(layout);
  const ratio = contrastOfText(template.scenes[sceneNameOfLayout(layout)].palette, drawing, template);
  return {
    layout,
    fits,
    isFooterCut,
    missing,
    ...(slide.image && image ? { imageScale: imageScaleOf(slide.image, image) } : {}),
    ...(fits.length > 0 ? { contrast: { ratio, passes: ratio >= MIN_CONTRAST } } : {}),
  };
}

/** An image for callouts with only the fields of that type. */
const pickCalloutImage = ({ image: { width, height, fit, focus }, box }: CalloutImage): CalloutImage => ({
  image: { width, height, fit, focus: { x: focus.x, y: focus.y } },
  box: { x: box.x, y: box.y, width: box.width, height: box.height },
});

/** The box of a presenter in front of a slide; undefined for one next to it. @param below as in `presenterBox` */
function presenterInFront({ look }: Pick<DrawablePresenter, 'look'>, picture: PictureDimensions, below: number) {
  if (look.place === 'side') return undefined;
  const box = presenterBox(look, picture, below);
  return { box, radius: presenterCornerRadius(look, box) };
}

/**
 * Lays a slide out as it is laid out for drawing, but draws nothing.
 * @param size size of the picture, in pixels; a presenter next to the slide takes a part of it
 * @returns the layout of the slide, the fit of its texts, its legibility and its faults
 * @throws the errors of the layout engine
 */
export type MeasureSlideLayout = (
  slide: MeasurableSlide,
  size: PictureDimensions,
  template: SlideTemplate,
  options?: Pick<SlidePaintState, 'captioned'>,
) => Promise<SlideMeasures>;

/**
 * Creates the function that measures slides. Fonts are loaded with the first slide that needs them.
 * @param readCustomFile reads fonts of clients
 */
export function createSlideMeasurer(readCustomFile: ReadCustomFile = rejectCustomFileRead): MeasureSlideLayout {
  const deps = createDrawingDeps(readCustomFile);
  return async (slide, picture, template, options) => {
    const { presenter } = slide;
    const size = slideBoxNextToPresenter(presenter?.look, picture);
    const drawable: DrawableSlide = {
      ...slide,
      image: slide.image && withEmptyBytes(slide.image),
      images: slide.images?.map(withEmptyBytes),
      item_images: slide.item_images?.map((image) => image && withEmptyBytes(image)),
      presenter: undefined,
    };
    const composition = await composeSlide(drawable, size, template, deps, options);
    const { nodes, content, families, image, pictures } = composition;
    const root = boxNode(size, {}, nodes);
    // Only these two fields: `size` may have others, which the engine would take as options.
    const { width, height } = size;
    const { children } = await deps.renderer.measure(root, { width, height, fontFamilies: families });
    const page = faultsOfArrangedSlide(
      {
        nodes,
        content,
        images: [...(image ? [image.panel] : []), ...pictures.map(({ box }) => box)],
        front: presenter && presenterInFront(presenter, picture, captionSpaceInPixels(picture, options?.captioned)),
      },
      children,
      size,
    );
    const calloutImage = findImageUnderCallouts(drawable, composition);
    return {
      ...measuresOf(slide, composition, template),
      ...(calloutImage ? { called: pickCalloutImage(calloutImage) } : {}),
      page,
    };
  };
}
