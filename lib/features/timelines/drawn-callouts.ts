import type { DrawableCallout } from '#engine/video/drawing/callouts/callout.ts';
import type { Callout } from './slide-fields/callouts.ts';

/** The form in which a callout is drawn; undefined for one that only moves the camera. */
export const drawnCallout = ({ kind, area, text, color }: Callout): DrawableCallout | undefined =>
  kind === 'zoom'
    ? undefined
    : { kind, area, ...(text === undefined ? {} : { text }), ...(color === undefined ? {} : { color }) };

/**
 * The callouts that are over a slide in all pictures of it outside of its video, such as previews, posters and thumbnails: what a client
 * made unreadable is nowhere readable.
 */
export function standingCallouts({
  callouts = [],
}: {
  callouts?: readonly Callout[] | undefined;
}): DrawableCallout[] | undefined {
  const blurs = callouts.filter(({ kind }) => kind === 'blur').flatMap((callout) => drawnCallout(callout) ?? []);
  return blurs.length > 0 ? blurs : undefined;
}
