import { type DrawableSlide, DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import { ASPECT_RATIOS, type PictureDimensions } from '#engine/video/format.ts';
import type { Principal } from '#features/accounts/public.ts';
import { readTemplateOfTimeline, type Template, type TemplateChoiceDeps } from '#features/templates/public.ts';
import { invalidValueError, ServiceError } from '#kernel/shared/errors.ts';
import { loadTimeline, requireSlidePositionInTimeline } from './change-timeline.ts';
import { drawableSlideAt, readTimelineSlidePictures } from './drawn-slide.ts';
import type { TimelineStore } from './ports.ts';
import type { VariableValues } from './settings/about.ts';
import { fillVariables } from './variables.ts';

/** Dependencies of `previewSlide`. */
export interface PreviewDeps extends TemplateChoiceDeps {
  store: TimelineStore;
  readFile(key: string): Promise<Uint8Array>;
  painter(): Promise<{
    paintPng(slide: DrawableSlide, size: PictureDimensions, template: Template): Promise<Uint8Array>;
  }>;
}

/** The maximum height of a preview. */
const MAX_HEIGHT_PIXELS = 4096;
/** The maximum size of a preview: in base64 it fits into the answer of a Lambda function (6 MB). */
const MAX_PREVIEW_BYTES = 4 * 2 ** 20;

/**
 * Draws a slide as a PNG of this width in pixels, as it looks in videos. A variable without a value is shown by its name.
 * @throws ServiceError `timeline_not_found`, `slide_not_found`, `validation_failed`, `variable_unknown`, `image_invalid`
 */
export async function previewSlide(
  deps: PreviewDeps,
  principal: Principal,
  { id, sid }: { id: string; sid: string },
  { width, variables = {} }: { width: number; variables?: VariableValues | undefined },
): Promise<Uint8Array> {
  const timelineWithVariables = await loadTimeline(deps.store, principal, id);
  const filledTimeline = fillVariables(timelineWithVariables, variables, { path: 'query.variables', missing: 'keep' });
  const { timeline } = filledTimeline;
  const position = requireSlidePositionInTimeline(filledTimeline, sid);
  const [ratioWidth, ratioHeight] = ASPECT_RATIOS[timeline.format];
  const height = Math.round((width * ratioHeight) / ratioWidth);
  if (height > MAX_HEIGHT_PIXELS)
    throw invalidValueError(
      'query.width',
      `At most ${Math.floor((MAX_HEIGHT_PIXELS * ratioWidth) / ratioHeight)} in this format.`,
    );
  const template = await readTemplateOfTimeline(deps.templates, principal.account_id, timeline.template_id);
  const slide = drawableSlideAt(filledTimeline.slides, position, timeline, template);
  try {
    const painter = await deps.painter();
    const drawable = await readTimelineSlidePictures(slide, deps.readFile, true);
    const png = await painter.paintPng(drawable, { width, height }, template.design);
    if (png.length > MAX_PREVIEW_BYTES)
      throw invalidValueError('query.width', 'The picture is too large for an answer; use a smaller width.');
    return png;
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    throw new ServiceError(
      'image_invalid',
      'The slide cannot be drawn: its image is not readable. Upload the image again as PNG or JPEG.',
      { cause: error },
    );
  }
}
