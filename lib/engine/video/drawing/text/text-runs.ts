/** Style of a part of a paragraph that differs from the rest. */
export interface RunLook {
  weight?: number | undefined;
  italic?: boolean | undefined;
  struck?: true | undefined;
  /** CSS families in order, instead of those of the paragraph. */
  families?: readonly string[] | undefined;
  /** Signs that stand side by side are not joined into one. */
  isCode?: true | undefined;
}

/** A part of a paragraph: text, which may have a colour (`#rrggbb`) and its own look, or one emoji by its picture's name. */
export type TextRun = { text: string; color?: string | undefined; look?: RunLook | undefined } | { emoji: string };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The graphemes of a text (UAX #29): letters with their marks, and whole emoji sequences. */
export const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Splits runs into runs of one grapheme each. */
export const graphemeRuns = (runs: readonly TextRun[]): TextRun[] =>
  runs.flatMap((run): TextRun[] =>
    'text' in run ? splitGraphemes(run.text).map((text) => ({ ...run, text })) : [run],
  );

/** Joins neighbouring text of one colour and one look into one run. */
export function joinRuns(parts: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last && 'text' in last && 'text' in part && last.color === part.color && last.look === part.look)
      last.text += part.text;
    else runs.push({ ...part });
  }
  return runs;
}
