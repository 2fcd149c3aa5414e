import { createHash } from 'node:crypto';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { RequestableLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { slidePictureKey } from '#engine/video/drawing/slide-picture-key.ts';
import {
  ASPECT_RATIO_NAMES,
  ASPECT_RATIOS,
  type AspectRatioName,
  type PictureDimensions,
} from '#engine/video/format.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { SAMPLE_IMAGE_SHA256, SAMPLE_IMAGE_SIZE } from './sample-image.ts';
import { SAMPLE_LAYOUTS, SAMPLE_SLIDES } from './sample-slides.ts';

/** The layout and format that a preview of a template shows. */
export interface TemplatePreviewSubject {
  format: AspectRatioName;
  layout: RequestableLayout;
}

/** A preview of a template, with its size in pixels and the storage key of its file. */
export interface TemplatePreviewPicture extends TemplatePreviewSubject, PictureDimensions {
  template: SlideTemplate;
  foot?: SampleSlideFooter | undefined;
  /** Storage key. */
  key: string;
}

/** The previews that a list shows for each template. */
export const LISTED_TEMPLATE_PREVIEW_SUBJECTS: readonly TemplatePreviewSubject[] = (
  ['title', 'bullets', 'image_right'] as const
).map((layout) => ({ format: 'landscape', layout }));

/** All previews of one template. */
export const ALL_TEMPLATE_PREVIEW_SUBJECTS: readonly TemplatePreviewSubject[] = ASPECT_RATIO_NAMES.flatMap((format) =>
  SAMPLE_LAYOUTS.map((layout) => ({ format, layout })),
);

/** The shorter side of a preview, in pixels. */
const SHORT_SIDE_PIXELS = 360;
const SAMPLE_LANGUAGE = 'en';
const SAMPLE_IMAGE_DISPLAY = { ...SAMPLE_IMAGE_SIZE, fit: 'cover', focus: { x: 0.62, y: 0.5 } } as const;
/** Hexadecimal digits of the hash in a storage key. */
const HASH_DIGITS = 32;

function previewSizeOf(format: AspectRatioName): PictureDimensions {
  const [ratioWidth, ratioHeight] = ASPECT_RATIOS[format];
  const unit = SHORT_SIDE_PIXELS / Math.min(ratioWidth, ratioHeight);
  return { width: Math.round(ratioWidth * unit), height: Math.round(ratioHeight * unit) };
}

/** Footer and slide number of sample slides, for a template that sets them. */
export interface SampleSlideFooter {
  footer?: string | undefined;
  slide_number?: number | undefined;
}

/** A template, with the storage keys and the footer of its previews. */
export interface TemplateWithPreviewKeys {
  template: SlideTemplate;
  /** Makes the storage key of a preview. @param hash hash of everything that determines the picture, hex */
  keyOf(hash: string, name: string): string;
  foot?: SampleSlideFooter | undefined;
}

/** A built-in template with the keys of its previews, which all accounts share. */
export const addBuiltInPreviewKeys = (template: SlideTemplate): TemplateWithPreviewKeys => ({
  template,
  keyOf: (hash, name) => storageKeys.templatePreview(template.id, hash, name),
});

/** The sample slide of a layout in the form that the painter takes, without the bytes of its image. */
export function createDrawableSampleSlide(layout: RequestableLayout, { footer, slide_number }: SampleSlideFooter = {}) {
  const { image, images, ...content } = SAMPLE_SLIDES[layout];
  const sample = { ...SAMPLE_IMAGE_DISPLAY, sha256: SAMPLE_IMAGE_SHA256 };
  return {
    ...content,
    layout,
    language: SAMPLE_LANGUAGE,
    is_first: false,
    footer,
    slide_number,
    image: image && sample,
    images: images?.map((caption) => ({ ...sample, caption })),
  };
}

/**
 * Describes the previews of a template, without drawing them. A key has a hash of everything on which the picture depends: a changed
 * template, sample or painter gives another key, and the file of a key never changes.
 */
export const describeTemplatePreviews = (
  { template, keyOf, foot }: TemplateWithPreviewKeys,
  subjects: readonly TemplatePreviewSubject[],
): TemplatePreviewPicture[] =>
  subjects.map(({ format, layout }) => {
    const size = previewSizeOf(format);
    const hash = createHash('sha256')
      .update(slidePictureKey(createDrawableSampleSlide(layout, foot), size, template))
      .digest('hex');
    const key = keyOf(hash.slice(0, HASH_DIGITS), `${format}-${layout}`);
    return { template, foot, format, layout, ...size, key };
  });
