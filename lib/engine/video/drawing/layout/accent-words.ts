import { contrastRatio } from '../contrast.ts';
import type { SceneDesign } from '../design.ts';
import type { TextRun, TextRunStyle } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';

/** Minimum contrast ratios: of large text to its background (WCAG 2.2 AA), and of accented words to the words around them. */
const MIN_CONTRAST = { ground: 3, around: 1.25 };
/** The weight from which letters are bold. */
const BOLD = 700;

/** Reports whether words are bold or highlighted. */
const isMarked = ({ weight = 0, isHighlighted }: TextRunStyle): boolean => weight >= BOLD || isHighlighted === true;

/**
 * The look of marked words that stand out by their colour instead: not highlighted, and bold only if the text around them is lighter.
 * @param usualWeight of the text around them
 */
function withoutMark({ isHighlighted: _, weight, ...look }: TextRunStyle, usualWeight: number): TextRunStyle {
  return weight === undefined || usualWeight >= weight ? look : { ...look, weight };
}

/**
 * A heading whose bold and highlighted words have the accent of the scene. If the accent is too similar to the colour of the other words, or
 * not readable, these words are highlighted instead.
 */
export function withAccentWords(
  paragraph: TypesetParagraph,
  { palette }: Pick<SceneDesign, 'palette'>,
): TypesetParagraph {
  const { accent, background, text, heading = text } = palette;
  const isAccentDistinct =
    contrastRatio(accent, background) >= MIN_CONTRAST.ground && contrastRatio(accent, heading) >= MIN_CONTRAST.around;
  const { weight } = paragraph.style;
  const runs = paragraph.runs.map((run): TextRun => {
    if (!('text' in run) || !run.look || !isMarked(run.look)) return run;
    const look = withoutMark(run.look, weight);
    return isAccentDistinct ? { ...run, look, color: accent } : { ...run, look: { ...look, isHighlighted: true } };
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
