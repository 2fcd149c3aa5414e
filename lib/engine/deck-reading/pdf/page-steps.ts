/** A page with its visible text: one paragraph or heading on each line. */
export interface PdfPageText {
  label: string;
  text: string;
}

/** The text that a page adds to the one before it. */
export interface PdfOverlayStep {
  /** The lines that the previous page does not have; all lines if the page is not a step. */
  added: string;
  /** The page shows the same slide as the page before it. */
  isStep: boolean;
}

/** The fewest repeated lines that show that a page continues the previous one. */
const MIN_LINES = 2;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The lines of a page that the page before does not have, and whether it has all lines of that page. */
function addedLines(before: readonly string[], now: readonly string[]): { added: string[]; hasAll: boolean } {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  const added = now.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count < 1;
  });
  return { added, hasAll: now.length - added.length === before.length };
}

/**
 * Finds pages that show one slide step by step, as Beamer exports overlays. A page is a step if it has the heading and the label of the page
 * before it, even if lines disappeared (`\only`), or all lines of that page and more. Pure.
 */
export function findPdfOverlaySteps(pages: readonly PdfPageText[]): PdfOverlayStep[] {
  return pages.map(({ label, text }, at): PdfOverlayStep => {
    const before = pages[at - 1];
    const own = { added: text, isStep: false };
    if (!before) return own;
    const [earlier, now] = [linesOf(before.text), linesOf(text)];
    if (earlier.length === 0 || earlier[0] !== now[0]) return own;
    const { added, hasAll } = addedLines(earlier, now);
    const hasLabel = label !== '' && label === before.label;
    const isStep = hasLabel || (hasAll && earlier.length >= MIN_LINES && added.length > 0);
    return isStep ? { added: added.join('\n'), isStep } : own;
  });
}
