import { ServiceError } from '#kernel/shared/errors.ts';
import {
  createDrawableSampleSlide,
  describeTemplatePreviews,
  type TemplatePreviewPicture,
  type TemplatePreviewSubject,
  type TemplateWithPreviewKeys,
} from './describe-template-previews.ts';
import type { TemplatePreviewFiles, TemplatePreviewPainter } from './ports.ts';

/** Dependencies of previews of templates. */
export interface TemplatePreviewDeps {
  files: TemplatePreviewFiles;
  /** Loads the painter. Called only when a picture has to be drawn, because loading takes longer than drawing a few pictures. */
  painter(): Promise<TemplatePreviewPainter>;
  /** Makes the image of the sample slides, as a PNG. */
  sampleImage(): Promise<Uint8Array>;
  /**
   * The previews that this process knows to exist, or that it is drawing, by key. Entries stay valid: the keys of previews that are deleted
   * later contain the days in which they are used.
   */
  known: Map<string, Promise<void>>;
}

/** A preview of a template, for answers. */
export interface TemplatePreview extends TemplatePreviewSubject {
  /** URL that returns the PNG for one hour. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

async function drawPreview(deps: TemplatePreviewDeps, picture: TemplatePreviewPicture): Promise<Uint8Array> {
  const { layout, width, height, template, foot } = picture;
  const { image, images, ...slide } = createDrawableSampleSlide(layout, foot);
  const painter = await deps.painter();
  const bytes = image ? await deps.sampleImage() : new Uint8Array();
  const pictures = { image: image && { ...image, bytes }, images: images?.map((sample) => ({ ...sample, bytes })) };
  return painter.paintPng({ ...slide, ...pictures }, { width, height }, template);
}

/** Draws and stores a preview, if it does not exist. Safe to repeat, because a key always gets the same bytes. */
async function ensurePicture(deps: TemplatePreviewDeps, picture: TemplatePreviewPicture): Promise<void> {
  if ((await deps.files.sizeOf(picture.key)) !== undefined) return;
  await deps.files.putBytes(picture.key, await drawPreview(deps, picture), 'image/png');
}

/** Reports whether an error is about a font that cannot be drawn: its template has no previews until it names another font. */
const isFontError = (error: unknown): boolean => error instanceof ServiceError && error.code === 'font_invalid';

/** Provides previews of a template with their URLs; missing ones are drawn and stored. @throws DrawingError */
export async function provideTemplatePreviews(
  deps: TemplatePreviewDeps,
  template: TemplateWithPreviewKeys,
  subjects: readonly TemplatePreviewSubject[],
): Promise<TemplatePreview[]> {
  const { files, known: previewsByKey } = deps;
  const previews = await Promise.all(
    describeTemplatePreviews(template, subjects).map(async (picture) => {
      const { key, format, layout, width, height } = picture;
      const storing = previewsByKey.get(key) ?? ensurePicture(deps, picture);
      previewsByKey.set(key, storing);
      storing.catch(() => previewsByKey.delete(key));
      try {
        await storing;
      } catch (error) {
        if (isFontError(error)) return [];
        throw error;
      }
      return [{ format, layout, url: await files.presignGet(key), width, height }];
    }),
  );
  return previews.flat();
}
