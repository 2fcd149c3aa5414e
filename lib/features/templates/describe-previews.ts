import { createHash } from 'node:crypto';
import type { Template } from '#engine/video/drawing/design.ts';
import { drawingKey } from '#engine/video/drawing/drawing-key.ts';
import type { AskedLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { FORMAT_NAMES, FORMATS, type Format, type Size } from '#engine/video/format.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { SAMPLE_IMAGE_SHA256, SAMPLE_IMAGE_SIZE } from './sample-image.ts';
import { SAMPLE_LAYOUTS, SAMPLE_SLIDES } from './sample-slides.ts';

/** Slide of a template that a preview shows, and its format. */
export interface PreviewSubject {
  format: Format;
  layout: AskedLayout;
}

/** A preview of a template: what it shows, and the key of its file. */
export interface PreviewPicture extends PreviewSubject, Size {
  template: Template;
  foot?: SampleFoot | undefined;
  /** In the bucket. */
  key: string;
}

/** The previews of each template in a list. */
export const LISTED_PREVIEWS: readonly PreviewSubject[] = (['title', 'bullets', 'image_right'] as const).map(
  (layout) => ({ format: 'landscape', layout }),
);

/** All previews of one template. */
export const ALL_PREVIEWS: readonly PreviewSubject[] = FORMAT_NAMES.flatMap((format) =>
  SAMPLE_LAYOUTS.map((layout) => ({ format, layout })),
);

/** In pixels. */
const SHORT_SIDE = 360;
const LANGUAGE = 'en';
const IMAGE = { ...SAMPLE_IMAGE_SIZE, fit: 'cover', focus: { x: 0.62, y: 0.5 } } as const;
const HASH_LENGTH = 32;

function sizeOf(format: Format): Size {
  const [across, down] = FORMATS[format];
  const unit = SHORT_SIDE / Math.min(across, down);
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}

/** Footer and slide number of the samples of a template that has them. */
export interface SampleFoot {
  footer?: string | undefined;
  slide_number?: number | undefined;
}

/** A template to be shown, where its pictures are kept, and what stands at the bottom of them. */
export interface PreviewedTemplate {
  template: Template;
  /** @param hash of all that decides the picture */
  keyOf(hash: string, name: string): string;
  foot?: SampleFoot | undefined;
}

/** A built-in template: all accounts share its pictures. */
export const builtInPreviewed = (template: Template): PreviewedTemplate => ({
  template,
  keyOf: (hash, name) => storageKeys.templatePreview(template.id, hash, name),
});

/** The slide of a preview as the painter takes it, its image without the bytes. */
export function sampleSlide(layout: AskedLayout, { footer, slide_number }: SampleFoot = {}) {
  const { image, ...content } = SAMPLE_SLIDES[layout];
  return {
    ...content,
    layout,
    language: LANGUAGE,
    is_first: false,
    footer,
    slide_number,
    image: image ? { ...IMAGE, sha256: SAMPLE_IMAGE_SHA256 } : undefined,
  };
}

/**
 * The pictures of a template, without drawing any. A key has a hash of all that the picture depends on: a changed
 * template, sample or painter gives another key, and the file of a key never changes.
 */
export const describePreviews = (
  { template, keyOf, foot }: PreviewedTemplate,
  subjects: readonly PreviewSubject[],
): PreviewPicture[] =>
  subjects.map(({ format, layout }) => {
    const size = sizeOf(format);
    const hash = createHash('sha256')
      .update(drawingKey(sampleSlide(layout, foot), size, template))
      .digest('hex');
    const key = keyOf(hash.slice(0, HASH_LENGTH), `${format}-${layout}`);
    return { template, foot, format, layout, ...size, key };
  });
