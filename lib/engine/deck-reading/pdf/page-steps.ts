/** A page with its visible text: one paragraph or heading on each line. */
export interface PdfPageText {
  /** Its page label; empty: none. */
  label: string;
  text: string;
}

/** A page as a step: of the slide that the page before shows, or as the first one of another slide. */
export interface PdfPageAsOverlayStep {
  /** The lines that the previous page does not have; all lines if the page is not a step. */
  added: string;
  /** True if the page shows the same slide as the page before it. */
  isStep: boolean;
}

/** The fewest repeated lines that show that a page continues the previous one. */
const MIN_REPEATED_LINES = 2;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The lines of a page that the page before does not have, and whether it has all lines of that page. */
function addedLines(previousLines: readonly string[], lines: readonly string[]): { added: string[]; hasAll: boolean } {
  const remainingCounts = new Map<string, number>();
  for (const line of previousLines) remainingCounts.set(line, (remainingCounts.get(line) ?? 0) + 1);
  const added = lines.filter((line) => {
    const count = remainingCounts.get(line) ?? 0;
    remainingCounts.set(line, count - 1);
    return count < 1;
  });
  return { added, hasAll: lines.length - added.length === previousLines.length };
}

/**
 * Finds pages that show one slide step by step, as Beamer exports overlays. A page is a step if it has the heading and the label of the page
 * before it, even if lines disappeared (`\only`), or all lines of that page and more. Pure.
 * @returns an entry for each page, in their order
 */
export function pdfPagesAsOverlaySteps(pages: readonly PdfPageText[]): PdfPageAsOverlayStep[] {
  return pages.map(({ label, text }, index): PdfPageAsOverlayStep => {
    const previousPage = pages[index - 1];
    const notAStep = { added: text, isStep: false };
    if (!previousPage) return notAStep;
    const [previousLines, lines] = [linesOf(previousPage.text), linesOf(text)];
    if (previousLines.length === 0 || previousLines[0] !== lines[0]) return notAStep;
    const { added, hasAll } = addedLines(previousLines, lines);
    const hasLabel = label !== '' && label === previousPage.label;
    const isStep = hasLabel || (hasAll && previousLines.length >= MIN_REPEATED_LINES && added.length > 0);
    return isStep ? { added: added.join('\n'), isStep } : notAStep;
  });
}
