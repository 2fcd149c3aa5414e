import { presenterBox, presenterCornerRadius, slideBoxNextToPresenter } from '../../footage/presenter-look.ts';
import type { PictureDimensions } from '../../format.ts';
import type { CalloutImage } from '../callouts/callout-area-in-pixels.ts';
import { contrastRatio } from '../contrast.ts';
import type { SlideKindPalette, SlideTemplate } from '../design.ts';
import type { DrawableImage, DrawablePresenter, DrawableSlide, PaintOptions } from '../drawable-slide.ts';
import { boxNode } from '../layout/boxes.ts';
import type { ImagePlacement } from '../layout/image-placement.ts';
import type { LayoutDrawing } from '../layout/layout.ts';
import { type DrawnLayout, slideDesignKindOfLayout } from '../layout/layout-facts.ts';
import { drawingOfLayout } from '../layout/layouts/layout-of.ts';
import type { TextFit } from '../layout/text-fit.ts';
import type { ReadCustomFile } from '../text/font-library.ts';
import { composeSlide, type SlideComposition } from './compose-slide.ts';
import { createDrawingDeps, rejectCustomFileRead } from './drawing-deps.ts';
import { type ArrangedPageFaults, arrangedPageFaults } from './page-faults.ts';
import { calloutImageOf } from './position-callouts.ts';
import { captionSpaceInPixels } from './present-slide.ts';

type MeasurableImage = Omit<DrawableImage, 'bytes'>;

/** A slide without the bytes of its pictures, which laying it out does not need. */
export type MeasurableSlide = Omit<DrawableSlide, 'image' | 'images' | 'item_images' | 'presenter'> & {
  image?: MeasurableImage | undefined;
  images?: readonly MeasurableImage[] | undefined;
  item_images?: readonly (MeasurableImage | undefined)[] | undefined;
  presenter?: (Omit<DrawablePresenter, 'image'> & { image: MeasurableImage }) | undefined;
};

const withoutBytes = (image: MeasurableImage): DrawableImage => ({ ...image, bytes: new Uint8Array() });

/** Layout, text fits and legibility of a slide. */
export interface SlideMeasures {
  layout: DrawnLayout;
  fits: readonly TextFit[];
  isFooterCut: boolean;
  /** Characters and emoji that are not drawn as they are written. */
  missing: readonly string[];
  /** Factor by which the image is shown larger than its pixels; absent: it shows none. */
  imageScale?: number | undefined;
  /** The image that areas of callouts are parts of, and its place; absent: they are parts of the slide. */
  called?: CalloutImage | undefined;
  /** The least contrast of large text, 1–21 (WCAG 2.2), and whether that is enough; absent: it shows no text. */
  contrast?: { ratio: number; passes: boolean } | undefined;
  /** Faults of the whole page; absent: it was not measured. */
  page?: ArrangedPageFaults | undefined;
}

/** WCAG 2.2 AA for text of at least 24 pixels on a page of usual size; all text of a slide is as large. */
const MIN_CONTRAST = 3;

/** Factor by which an image is shown larger than its pixels: cropped to its box, or whole in it. */
function scaleOf({ width, height }: Pick<DrawableImage, 'width' | 'height'>, { imageBox }: ImagePlacement): number {
  return Math.max(imageBox.width / width, imageBox.height / height);
}

/**
 * The least contrast of text and heading to their background: on an image, that is a panel or a scrim, which has about the colour of the
 * background.
 */
function contrastOfText(
  { text, heading = text, background, panel }: SlideKindPalette,
  { image }: Pick<LayoutDrawing, 'image'>,
  { caption }: Pick<SlideTemplate, 'caption'>,
): number {
  const back = image === 'ground' && caption === 'box' ? panel : background;
  return Math.min(contrastRatio(text, back), contrastRatio(heading, back));
}

function measuresOf(
  slide: MeasurableSlide,
  { layout, fits, isFooterCut, missing, image }: SlideComposition,
  template: SlideTemplate,
): SlideMeasures {
  const drawn = drawingOfLayout(layout);
  const ratio = contrastOfText(template.scenes[slideDesignKindOfLayout(layout)].palette, drawn, template);
  return {
    ...{ layout, fits, isFooterCut, missing },
    ...(slide.image && image ? { imageScale: scaleOf(slide.image, image) } : {}),
    ...(fits.length > 0 ? { contrast: { ratio, passes: ratio >= MIN_CONTRAST } } : {}),
  };
}

/** The facts of an image without the others that it has. */
const knownOf = ({ image: { width, height, fit, focus }, box }: CalloutImage): CalloutImage => ({
  image: { width, height, fit, focus: { x: focus.x, y: focus.y } },
  box: { x: box.x, y: box.y, width: box.width, height: box.height },
});

/** The box of a presenter in front of a slide; undefined for one next to it. @param below as in `presenterBox` */
function frontOf({ look }: Pick<DrawablePresenter, 'look'>, picture: PictureDimensions, below: number) {
  if (look.place === 'side') return undefined;
  const box = presenterBox(look, picture, below);
  return { box, radius: presenterCornerRadius(look, box) };
}

/** Lays slides out as the painter does, and draws nothing. @throws what the layout engine throws */
export type MeasureSlide = (
  slide: MeasurableSlide,
  size: PictureDimensions,
  template: SlideTemplate,
  options?: Pick<PaintOptions, 'captioned'>,
) => Promise<SlideMeasures>;

/**
 * Creates the function that measures slides. Fonts are loaded with the first slide that needs them.
 * @param readCustomFile reads fonts of clients
 */
export function createSlideMeasurer(readCustomFile: ReadCustomFile = rejectCustomFileRead): MeasureSlide {
  const deps = createDrawingDeps(readCustomFile);
  return async (slide, picture, template, options) => {
    const { presenter } = slide;
    const size = slideBoxNextToPresenter(presenter?.look, picture);
    const drawable: DrawableSlide = {
      ...slide,
      image: slide.image && withoutBytes(slide.image),
      images: slide.images?.map(withoutBytes),
      item_images: slide.item_images?.map((image) => image && withoutBytes(image)),
      presenter: undefined,
    };
    const composed = await composeSlide(drawable, size, template, deps, options);
    const { nodes, content, families, image, pictures } = composed;
    const root = boxNode(size, {}, nodes);
    // The size of a request has more fields, which would be options.
    const { width, height } = size;
    const { children } = await deps.renderer.measure(root, { width, height, fontFamilies: families });
    const page = arrangedPageFaults(
      {
        ...{ nodes, content, images: [...(image ? [image.panel] : []), ...pictures.map(({ box }) => box)] },
        front: presenter && frontOf(presenter, picture, captionSpaceInPixels(picture, options?.captioned)),
      },
      children,
      size,
    );
    const called = calloutImageOf(drawable, composed);
    return { ...measuresOf(slide, composed, template), ...(called ? { called: knownOf(called) } : {}), page };
  };
}
