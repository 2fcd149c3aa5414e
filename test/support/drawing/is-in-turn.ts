import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { isTried } from '../depth.ts';

/**
 * Reports whether a slide of a corpus is drawn in a template and a format: each slide in one format, and the next slide of a template in another one; all
 * in all where the whole is tried.
 * @param at the index of the slide in its corpus
 */
export function isInTurn(at: number, template: SlideTemplate, format: AspectRatioName): boolean {
  const column = ASPECT_RATIO_NAMES.indexOf(format);
  const round = Math.floor(at / BUILT_IN_TEMPLATES.length);
  // Each round of slides through the templates starts with the next format: otherwise a template would have the same ones in all.
  return (
    isTried(at + BUILT_IN_TEMPLATES.indexOf(template) + 4 * column, BUILT_IN_TEMPLATES.length) &&
    isTried((at % BUILT_IN_TEMPLATES.length) + round + column, ASPECT_RATIO_NAMES.length)
  );
}
