import { ServiceError } from '#kernel/shared/errors.ts';
import {
  describePreviews,
  type PreviewedTemplate,
  type PreviewPicture,
  type PreviewSubject,
  sampleSlide,
} from './describe-previews.ts';
import type { PreviewFiles, PreviewPainter } from './ports.ts';

export interface TemplatePreviewDeps {
  files: PreviewFiles;
  /** Called only when a picture has to be drawn: loading a painter takes longer than drawing a few pictures. */
  painter(): Promise<PreviewPainter>;
  /** The picture that samples show, as a file. */
  sampleImage(): Promise<Uint8Array>;
  /**
   * Pictures that this process knows to exist, or that it is drawing, by their keys. The keys of pictures that are deleted some
   * time name the days in which they are used, so entries stay valid.
   */
  known: Map<string, Promise<void>>;
}

export interface TemplatePreview extends PreviewSubject {
  /** Gives the PNG for one hour. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

async function draw(deps: TemplatePreviewDeps, picture: PreviewPicture): Promise<Uint8Array> {
  const { layout, width, height, template, foot } = picture;
  const { image, ...slide } = sampleSlide(layout, foot);
  const painter = await deps.painter();
  const drawable = { ...slide, image: image && { ...image, bytes: await deps.sampleImage() } };
  return painter.paintPng(drawable, { width, height }, template);
}

/** Draws a picture that does not exist yet. Safe to repeat: the same key always gets the same bytes. */
async function ensurePicture(deps: TemplatePreviewDeps, picture: PreviewPicture): Promise<void> {
  if ((await deps.files.sizeOf(picture.key)) !== undefined) return;
  await deps.files.putBytes(picture.key, await draw(deps, picture), 'image/png');
}

/** A font of an earlier version that cannot be drawn: the template has no pictures until it names another one. */
const isOfFont = (error: unknown): boolean => error instanceof ServiceError && error.code === 'font_invalid';

/** Pictures of a template with their addresses; those that do not exist yet are drawn. @throws DrawingError */
export async function providePreviews(
  deps: TemplatePreviewDeps,
  template: PreviewedTemplate,
  subjects: readonly PreviewSubject[],
): Promise<TemplatePreview[]> {
  const { files, known } = deps;
  const drawn = await Promise.all(
    describePreviews(template, subjects).map(async (picture) => {
      const { key, format, layout, width, height } = picture;
      const present = known.get(key) ?? ensurePicture(deps, picture);
      known.set(key, present);
      present.catch(() => known.delete(key));
      try {
        await present;
      } catch (error) {
        if (isOfFont(error)) return [];
        throw error;
      }
      return [{ format, layout, url: await files.presignGet(key), width, height }];
    }),
  );
  return drawn.flat();
}
