/** A part of a paragraph: a stretch of text, in a colour of its own perhaps, or one emoji by the name of its picture. */
export type TextRun = { text: string; color?: string | undefined } | { emoji: string };
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
export const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);
/** Text runs as what a reader sees as single signs: letters with their marks, and emoji. */
export const graphemeRuns = (runs: readonly TextRun[]): TextRun[] =>
  runs.flatMap((run): TextRun[] =>
    'text' in run ? splitGraphemes(run.text).map((text) => ({ ...run, text })) : [run],
  );
/** The other way round: neighbours of one colour are one run again. */
export function joinRuns(units: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last && 'text' in last && 'text' in unit && last.color === unit.color) last.text += unit.text;
    else runs.push({ ...unit });
  }
  return runs;
}
