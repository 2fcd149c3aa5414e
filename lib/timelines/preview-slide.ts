import type { Principal } from '../accounts/public.ts';
import { invalidValue, ServiceError } from '../shared/errors.ts';
import { requireTemplate, type Template } from '../templates/public.ts';
import { type DrawableSlide, DrawingError } from '../video/drawing/drawable-slide.ts';
import { FORMATS, type Size } from '../video/format.ts';
import { loadTimeline, positionOf, slideAt } from './change-timeline.ts';
import type { TimelineStore } from './ports.ts';
import type { Slide } from './slide.ts';

export interface PreviewDeps {
  store: TimelineStore;
  readFile(key: string): Promise<Uint8Array>;
  painter(): Promise<{ paintPng(slide: DrawableSlide, size: Size, template: Template): Promise<Uint8Array> }>;
}

const MAX_HEIGHT = 4096;
/** In base64 it fits into the answer of a Lambda function (6 MB). */
const MAX_BYTES = 4 * 2 ** 20;

async function imageOf({ readFile }: PreviewDeps, slide: Slide): Promise<DrawableSlide['image']> {
  if (!slide.image) return undefined;
  const { key, sha256, width, height, fit, focus } = slide.image;
  return { bytes: await readFile(key), sha256, width, height, fit, focus };
}

/** A slide as a PNG of this width in pixels, drawn as in videos. @throws ServiceError 400, 404, `image_invalid`. */
export async function previewSlide(
  deps: PreviewDeps,
  principal: Principal,
  { id, sid }: { id: string; sid: string },
  width: number,
): Promise<Uint8Array> {
  const loaded = await loadTimeline(deps.store, principal, id);
  const { timeline } = loaded;
  const position = positionOf(loaded, sid);
  const slide = slideAt(loaded, position);
  const [across, down] = FORMATS[timeline.format];
  const height = Math.round((width * down) / across);
  if (height > MAX_HEIGHT)
    throw invalidValue('query.width', `At most ${Math.floor((MAX_HEIGHT * across) / down)} in this format.`);
  try {
    const painter = await deps.painter();
    const drawable: DrawableSlide = {
      title: slide.title,
      bullet_points: slide.bullet_points,
      layout: slide.layout,
      language: timeline.language,
      is_first: position === 0,
      slide_number: timeline.slide_numbers ? position + 1 : undefined,
      image: await imageOf(deps, slide),
    };
    const png = await painter.paintPng(drawable, { width, height }, requireTemplate(timeline.template_id));
    if (png.length > MAX_BYTES)
      throw invalidValue('query.width', 'The picture is too large for an answer; use a smaller width.');
    return png;
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    throw new ServiceError('image_invalid', 'The slide cannot be drawn: its image is not readable.', { cause: error });
  }
}
