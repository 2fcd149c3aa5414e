import type { AdmonitionKind } from './point-signs.ts';

/** Style of a part of a paragraph that differs from the rest. */
export interface TextRunStyle {
  weight?: number | undefined;
  italic?: boolean | undefined;
  struck?: true | undefined;
  /** CSS families in order, instead of those of the paragraph. */
  families?: readonly string[] | undefined;
  /** True for code, which is set without ligatures. */
  isCode?: true | undefined;
  isHighlighted?: true | undefined;
  /** A subscript or a superscript; absent: neither. */
  raised?: 'sub' | 'sup' | undefined;
  /** The kind of the admonition whose colour it has; absent: none. */
  tone?: AdmonitionKind | undefined;
}

/**
 * A part of a paragraph: text, with a colour (`#rrggbb`) and a look if they differ from the paragraph's, or one emoji by the name of its
 * picture.
 */
export type TextRun = { text: string; color?: string | undefined; look?: TextRunStyle | undefined } | { emoji: string };

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The graphemes of a text (UAX #29): letters with their marks, and whole emoji sequences. */
export const splitGraphemes = (text: string): string[] =>
  Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);

/** Splits runs into runs of one grapheme each. */
export const splitRunsIntoGraphemes = (runs: readonly TextRun[]): TextRun[] =>
  runs.flatMap((run): TextRun[] =>
    'text' in run ? splitGraphemes(run.text).map((text) => ({ ...run, text })) : [run],
  );

/** The text of runs, without emoji that are pictures. */
export const textOfRuns = (runs: readonly TextRun[]): string =>
  runs.map((run) => ('text' in run ? run.text : '')).join('');

/** Joins neighbouring text of one colour and one look into one run. */
export function mergeAdjacentTextRuns(parts: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const part of parts) {
    const lastRun = runs.at(-1);
    if (lastRun && 'text' in lastRun && 'text' in part && lastRun.color === part.color && lastRun.look === part.look)
      lastRun.text += part.text;
    else runs.push({ ...part });
  }
  return runs;
}
