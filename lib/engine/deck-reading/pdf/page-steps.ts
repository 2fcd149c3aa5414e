/** A page with what is seen of its text, a paragraph or a heading on each line. */
export interface SteppedPage {
  label: string;
  text: string;
}

/** The text that a page adds to the one before it. */
export interface PageStep {
  /** The lines that the page before does not have; all of them on a page that is no step. */
  added: string;
  /** The page shows the one before it, with more on it or without. */
  isStep: boolean;
}

/** Fewer lines that come again are no proof that a page continues. */
const MIN_LINES = 2;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The lines of a page that another does not have; undefined: one of the other is missing. */
function addedLines(before: readonly string[], now: readonly string[]): string[] | undefined {
  const left = [...before];
  const added = now.filter((line) => {
    const at = left.indexOf(line);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
  return left.length === 0 ? added : undefined;
}

/**
 * Tells which pages are one slide that is shown step by step, as Beamer exports overlays: a page with the same label, or with the same
 * heading, that has all lines of the page before it. Pure.
 */
export function pageSteps(pages: readonly SteppedPage[]): PageStep[] {
  return pages.map(({ label, text }, at): PageStep => {
    const before = pages[at - 1];
    const own = { added: text, isStep: false };
    if (!before) return own;
    const [earlier, now] = [linesOf(before.text), linesOf(text)];
    const added = earlier.length > 0 && earlier[0] === now[0] ? addedLines(earlier, now) : undefined;
    if (!added) return own;
    const hasLabel = label !== '' && label === before.label;
    const isStep = hasLabel || (earlier.length >= MIN_LINES && added.length > 0);
    return isStep ? { added: added.join('\n'), isStep } : own;
  });
}
