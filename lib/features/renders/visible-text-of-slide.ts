import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import { type Slide, slidePicturesWithPositions, variableTextsOfSlide } from '#features/timelines/public.ts';

/**
 * The text of a slide: each text that viewers read on it (title, points, items, table, chart, code, captions), then the descriptions of
 * its pictures. Each is on a separate line, without markup; empty ones are left out.
 */
export function visibleTextOfSlide(slide: Slide): string {
  const readTexts = variableTextsOfSlide(slide).flatMap(({ text, rule }) => {
    if (!rule.isRead) return [];
    return [rule.form === 'marked' ? withoutInlineMarks(text, slide.markup) : text];
  });
  const pictureDescriptions = slidePicturesWithPositions(slide).map(({ image }) => image?.alt ?? '');
  return [...readTexts, ...pictureDescriptions]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
}
