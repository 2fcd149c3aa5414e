import type { Template } from '#engine/video/drawing/design.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/template.ts';
import { isTried } from '../depth.ts';

/**
 * Reports whether a slide of a corpus is drawn in a template and a format: each slide in half of the formats, each time in another template; all
 * in all where the whole is tried.
 * @param at the index of the slide in its corpus
 */
export function isInTurn(at: number, template: Template, format: AspectRatioName): boolean {
  const column = ASPECT_RATIO_NAMES.indexOf(format);
  const round = Math.floor(at / BUILT_IN_TEMPLATES.length);
  // Each round of slides through the templates starts with the other formats: otherwise a template would have the same half of them in all.
  return (
    isTried(at + BUILT_IN_TEMPLATES.indexOf(template) + 4 * column, BUILT_IN_TEMPLATES.length) &&
    isTried(at + round + column, 2)
  );
}
