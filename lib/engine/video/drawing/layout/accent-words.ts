import { contrastRatio } from '../contrast.ts';
import type { SceneDesign } from '../design.ts';
import type { TextRun, TextRunStyle } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';

/** Least contrast of large text to its ground (WCAG 2.2 AA), and of accented words to the words around them. */
const MIN_CONTRAST = { ground: 3, around: 1.25 };
const BOLD = 700;

const isMarked = ({ weight = 0, isHighlighted }: TextRunStyle): boolean => weight >= BOLD || isHighlighted === true;

/** The look of marked words that stand out by their colour: heavier letters stay heavier. */
function withoutMark({ isHighlighted: _, weight, ...look }: TextRunStyle, usual: number): TextRunStyle {
  return weight === undefined || usual >= weight ? look : { ...look, weight };
}

/**
 * A heading whose bold and highlighted words have the accent of the scene. Where the accent is too like the other words, or not readable, they are
 * all highlighted.
 */
export function withAccentWords(
  paragraph: TypesetParagraph,
  { palette }: Pick<SceneDesign, 'palette'>,
): TypesetParagraph {
  const { accent, background, text, heading = text } = palette;
  const isUsable =
    contrastRatio(accent, background) >= MIN_CONTRAST.ground && contrastRatio(accent, heading) >= MIN_CONTRAST.around;
  const { weight } = paragraph.style;
  const runs = paragraph.runs.map((run): TextRun => {
    if (!('text' in run) || !run.look || !isMarked(run.look)) return run;
    const look = withoutMark(run.look, weight);
    return isUsable ? { ...run, look, color: accent } : { ...run, look: { ...look, isHighlighted: true } };
  });
  return { ...paragraph, runs };
}

const isAccented = (run: TextRun): run is Exclude<TextRun, { emoji: string }> =>
  'text' in run && (run.color !== undefined || run.look?.isHighlighted === true);

/** The runs of a heading that have the accent, or are highlighted. */
export const accentedRuns = ({ runs }: TypesetParagraph): TextRun[] => runs.filter(isAccented);

/** A heading in whose accented words no line breaks. */
export const withUnbrokenAccents = (paragraph: TypesetParagraph): TypesetParagraph => ({
  ...paragraph,
  runs: paragraph.runs.map((run) =>
    isAccented(run) ? { ...run, text: run.text.replace(/(?<=\S) (?=\S)/gu, '\u00a0') } : run,
  ),
});
