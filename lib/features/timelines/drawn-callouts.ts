import type { DrawableCallout } from '#engine/video/drawing/callouts/callout.ts';
import type { Slide } from './slide.ts';
import type { SlideCallout } from './slide-fields/callouts.ts';

/** The form in which a callout is drawn; undefined for one that only moves the camera. */
export const drawableCalloutOf = ({ kind, area, text, color }: SlideCallout): DrawableCallout | undefined =>
  kind === 'zoom'
    ? undefined
    : { kind, area, ...(text === undefined ? {} : { text }), ...(color === undefined ? {} : { color }) };

/** A callout in a picture without time: the part to which the camera moves has a line around it. */
const toStillCallouts = (callout: SlideCallout): DrawableCallout[] => {
  const drawableCallout = drawableCalloutOf(callout.kind === 'zoom' ? { ...callout, kind: 'box' } : callout);
  return drawableCallout ? [drawableCallout] : [];
};

/**
 * The callouts that are drawn in still pictures of a slide, such as previews, posters and thumbnails. A slide with a video shows only its
 * callouts of the kind `blur`, so that blurred content is never readable; undefined if there are none.
 */
export function calloutsInStillPictures({
  callouts = [],
  video,
}: Pick<Slide, 'callouts' | 'video'>): DrawableCallout[] | undefined {
  const shownCallouts = video ? callouts.filter(({ kind }) => kind === 'blur') : callouts;
  return shownCallouts.length > 0 ? shownCallouts.flatMap(toStillCallouts) : undefined;
}
