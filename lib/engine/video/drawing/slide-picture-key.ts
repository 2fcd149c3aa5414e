import { createHash } from 'node:crypto';
import type { CaptionStyle } from '../captions/caption-style.ts';
import { slideBoxNextToPresenter } from '../footage/presenter-look.ts';
import type { PictureDimensions } from '../format.ts';
import { textsOfBuildParts } from './build-parts.ts';
import type { SlideTemplate } from './design.ts';
import {
  type DrawableImage,
  type DrawablePresenter,
  type DrawableSlide,
  isPhotographicImage,
  type SlidePaintState,
} from './drawable-slide.ts';
import { captionArea } from './layout/caption-area.ts';
import { chooseLayout } from './layout/choose-layout.ts';
import { leavesRoomAroundImage } from './layout/image-placement.ts';
import {
  type DrawnLayout,
  doesLayoutShowImage,
  doesLayoutShowItems,
  doesLayoutShowSlideNumber,
} from './layout/layout-facts.ts';
import { MOVED_LIGHTS_VERSION } from './moved-lights.ts';
import { type DrawnFieldRules, RICH_CONTENT_FIELDS, type RichSlideContent } from './rich-slide-content.ts';
import { directionOfLanguage } from './text/writing-system.ts';

/** A picture by the hash of its bytes. */
type HashedImage = Omit<DrawableImage, 'bytes'> & { sha256: string };

/** The fields of a slide that decide its picture, its images by the hash of their bytes. */
export interface SlidePictureKeyFields extends Omit<DrawableSlide, 'image' | 'images' | 'item_images' | 'presenter'> {
  image?: HashedImage | undefined;
  images?: readonly HashedImage[] | undefined;
  item_images?: readonly (HashedImage | undefined)[] | undefined;
  presenter?: (Omit<DrawablePresenter, 'image'> & { image: HashedImage }) | undefined;
}

/** Part of the keys of pictures with several images. Change it with anything that may change only their pixels. */
const GALLERY_VERSION = 4;

/** Part of the keys of pictures with a presenter. Change it with anything that may change only their pixels. */
const PRESENTER_VERSION = 2;

/** Part of the keys of pictures with callouts. Change it with anything that may change only their pixels. */
const CALLOUT_VERSION = 3;

/** The parts of a key for an image of a gallery, of an item or of a presenter. */
const keyPartsOfImage = ({ sha256, width, height, fit, focus, caption, is_figure }: HashedImage) => [
  sha256,
  width,
  height,
  fit,
  focus.x,
  focus.y,
  ...(is_figure ? ['figure'] : []),
  ...(caption ? [{ caption }] : []),
];

/** The hashes of templates, which are computed once for each object. */
const templateHashes = new WeakMap<SlideTemplate, string>();

/** A replacer for `JSON.stringify` that leaves out paths of files: fonts and logos are identified by the hash of their bytes. */
const omitFilePaths = (name: string, value: unknown): unknown => (name === 'file' ? undefined : value);

function hashOfTemplate(template: SlideTemplate): string {
  const cachedHash = templateHashes.get(template);
  if (cachedHash) return cachedHash;
  const hash = createHash('sha256').update(JSON.stringify(template, omitFilePaths)).digest('hex');
  templateHashes.set(template, hash);
  return hash;
}

/**
 * A canonical text of everything that can change a pixel of a slide's picture: slides with the same key have the same picture. It
 * contains the slide number and the image only if the layout shows them.
 */
export function slidePictureKey(
  slide: SlidePictureKeyFields,
  size: PictureDimensions,
  template: SlideTemplate,
  options: SlidePaintState = {},
): string {
  const { presenter } = slide;
  const slideBox = slideBoxNextToPresenter(presenter?.look, size);
  const key = keyWithoutPresenter(slide, slideBox, template, options);
  const fillsFrame = slideBox.width === size.width && slideBox.height === size.height;
  if (!presenter || (options.isAlone && fillsFrame)) return key;
  const { image, look, face, focus } = presenter;
  const reservedBottom = options.captioned ? captionArea(size, options.captioned).reserved.bottom : 0;
  const presenterParts = options.isAlone
    ? null
    : [keyPartsOfImage(image), look.shape, face ?? null, focus ?? null, reservedBottom];
  return JSON.stringify([
    key,
    'presenter',
    PRESENTER_VERSION,
    size.width,
    size.height,
    look.place,
    look.size,
    presenterParts,
  ]);
}

/** The key of a slide without its presenter. */
function keyWithoutPresenter(
  slide: SlidePictureKeyFields,
  { width, height }: PictureDimensions,
  template: SlideTemplate,
  { revealed, figures, lit, lights, captioned, callouts = slide.callouts ?? [] }: SlidePaintState,
): string {
  const { title, bullet_points, language, slide_number, image, images, item_images, footer, typography } = slide;
  const layout = chooseLayout(slide, { width, height });
  const hidesParts = revealed !== undefined && revealed < textsOfBuildParts(slide, { width, height }).length;
  const imageParts =
    image && doesLayoutShowImage(layout)
      ? [
          image.sha256,
          image.width,
          image.height,
          image.fit,
          image.focus.x,
          image.focus.y,
          ...(image.caption ? [{ caption: image.caption }] : []),
          ...(image.tones ? [{ tones: image.tones }] : []),
          // Templates that colour photographs leave other images as they are.
          ...(template.photographs && !isPhotographicImage(image) ? ['uncolored'] : []),
          ...(image.is_page && leavesRoomAroundImage(image, { width, height }) ? ['page'] : []), // A page that fills the frame has the key of any image.
        ]
      : null;
  // The parts of the key for each field. Their order is part of every key that was stored: a new field comes last.
  const partsByField = {
    layout: [layout],
    // Both take effect only on the layout that is chosen, which the key has.
    is_first: [],
    is_last: [],
    slide_number: [doesLayoutShowSlideNumber(layout) ? (slide_number ?? null) : null],
    language: [language],
    title: [title],
    bullet_points: [bullet_points, hidesParts ? revealed : null],
    image: [imageParts, ...keyPartOfCaptions(slide, { width, height }, captioned)],
    footer: doesLayoutShowSlideNumber(layout) && footer ? [{ footer }] : [],
    typography: typography === 'plain' ? [{ typography }] : [],
    // A gallery has all pictures of the slide in its order.
    images:
      layout === 'gallery'
        ? [
            {
              pictures: [image, ...(images ?? [])].map((picture) => picture && keyPartsOfImage(picture)),
              GALLERY_VERSION,
            },
          ]
        : [],
    item_images:
      item_images && doesLayoutShowItems(layout)
        ? [{ item_images: item_images.map((picture) => picture && keyPartsOfImage(picture)), GALLERY_VERSION }]
        : [],
    callouts: callouts.length > 0 ? [{ callouts, CALLOUT_VERSION }] : [],
  } satisfies Record<Exclude<keyof SlidePictureKeyFields, keyof RichSlideContent | 'presenter'>, readonly unknown[]>;
  const fields = Object.values<readonly unknown[]>(partsByField).flat();
  return JSON.stringify([
    PAINTER_VERSION,
    hashOfTemplate(template),
    width,
    height,
    ...fields,
    ...keyPartOfRichContent(slide, layout),
    ...keyPartOfLitLines(slide, layout, lit),
    ...(figures ? [{ figures }] : []),
    ...(lights ? [{ lights, LIGHTS_VERSION: MOVED_LIGHTS_VERSION }] : []),
  ]);
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A canonical text of everything that can change a pixel of the background of a slide, without its image and its texts. */
export function slideBackgroundKey(
  slide: SlidePictureKeyFields,
  size: PictureDimensions,
  template: SlideTemplate,
): string {
  const { width, height } = slideBoxNextToPresenter(slide.presenter?.look, size);
  const key = backgroundKeyWithoutPresenter(slide, { width, height }, template);
  if (width === size.width && height === size.height) return key;
  return JSON.stringify([key, 'presenter', PRESENTER_VERSION, size.width, size.height]);
}

/** The key of the background of a slide without its presenter. */
function backgroundKeyWithoutPresenter(
  slide: SlidePictureKeyFields,
  { width, height }: PictureDimensions,
  template: SlideTemplate,
): string {
  const { language } = slide;
  // Ornaments are mirrored on right-to-left slides. Whether a slide with such letters is one depends on all its texts.
  const mayBeMirrored = directionOfLanguage(language) === 'rtl' || RIGHT_TO_LEFT_LETTER.test(JSON.stringify(slide));
  const keyIfMirrored = mayBeMirrored ? [slidePictureKey(slide, { width, height }, template)] : [];
  const layout = chooseLayout(slide, { width, height });
  return JSON.stringify(['ground', PAINTER_VERSION, hashOfTemplate(template), width, height, layout, ...keyIfMirrored]);
}

/** The part of the key for captions: the heights that are kept free, and whether the image must be clear of them; empty without captions. */
function keyPartOfCaptions(
  { image }: SlidePictureKeyFields,
  size: PictureDimensions,
  captioned: SlidePaintState['captioned'],
): unknown[] {
  if (!captioned) return [];
  const mustImageBeClear = image?.is_page === true || image?.is_figure === true;
  return ['captioned', CAPTION_VERSION, captionArea(size, captioned).reserved, ...(mustImageBeClear ? ['clear'] : [])];
}

/** The part of the key for the lines of code that are lit; empty if no line is dimmed. */
function keyPartOfLitLines({ code }: SlidePictureKeyFields, layout: DrawnLayout, lit: number | undefined): object[] {
  const group = layout === 'code' && lit !== undefined ? code?.focus?.[lit] : undefined;
  return group === undefined ? [] : [{ lit: group }];
}

/**
 * The part of the key for the fields of `RICH_CONTENT_FIELDS` that the picture shows. A slide without them has no such part, and keeps the
 * key that it had before these fields existed.
 */
function keyPartOfRichContent(slide: SlidePictureKeyFields, layout: DrawnLayout): object[] {
  const names = Object.keys(RICH_CONTENT_FIELDS) as (keyof RichSlideContent)[];
  const entries = names.flatMap((name) => {
    const field: DrawnFieldRules<unknown> = RICH_CONTENT_FIELDS[name];
    const part = slide[name] === undefined ? undefined : field.drawnPart(slide[name], layout);
    if (part === undefined) return [];
    return [[name, part] as const, ...(field.version ? [[`${name}_version`, field.version] as const] : [])];
  });
  return entries.length > 0 ? [Object.fromEntries(entries)] : [];
}

/** The key of the picture of a caption for slides of this size. */
export const captionPictureKey = (
  text: string,
  language: string,
  { width, height }: PictureDimensions,
  template: SlideTemplate,
  style: CaptionStyle,
): string =>
  JSON.stringify([PAINTER_VERSION, CAPTION_VERSION, hashOfTemplate(template), width, height, language, style, text]);

/**
 * Part of every cache key of a picture. Change it with anything that may change a pixel: fonts, layouts, the layout
 * engine. A change of a template does not need it: the key has a hash of the template's data.
 */
export const PAINTER_VERSION = 35;

/** Part of the cache keys of captions and of slides with room for them. Change it with anything that may change only the pixels of these. */
const CAPTION_VERSION = 5;
