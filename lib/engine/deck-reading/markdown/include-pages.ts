import { posix } from 'node:path';
import { textField } from './front-matter.ts';
import type { PageReport } from './page-report.ts';
import type { PageSource } from './page-source.ts';
import { splitPages } from './split-pages.ts';
import type { TextDeckOptions } from './text-deck-options.ts';

/** A page, and the folder of its file in the archive: pictures are named relative to it. */
export interface LocatedPage extends PageSource {
  folder: string;
}

/** The only files from which a deck may include slides. */
const MARKDOWN = /\.(?:md|markdown)$/i;
/** Files that include each other, at most. */
const MAX_DEPTH = 5;

/** The reason why the slides of `src` are left out, for the report; undefined: they are included. */
function obstacleTo(path: string, name: string | undefined, including: readonly string[]): string | undefined {
  if (!MARKDOWN.test(path)) return 'is no Markdown file (.md)';
  if (name === undefined) return 'is not in the file: send all of the deck, as a .zip';
  if (including.includes(name)) return 'names itself';
  return including.length < MAX_DEPTH
    ? undefined
    : `is included through more than ${MAX_DEPTH} files: include it from a file nearer to the deck`;
}

/**
 * Replaces the pages that name another Markdown file in `src` by the pages of that file, https://sli.dev/features/importing-slides.
 * Files that cannot be included are reported.
 * @param including the files that lead to these pages, from the deck on
 * @throws DeckRefusal if a file is damaged or too large
 */
export async function includePages(
  pages: readonly LocatedPage[],
  options: Pick<TextDeckOptions, 'files' | 'maxSlides'>,
  report: PageReport,
  including: readonly string[] = [],
): Promise<LocatedPage[]> {
  const { files, maxSlides } = options;
  const all: LocatedPage[] = [];
  for (const page of pages) {
    const src = textField(page.fields, 'src');
    if (src === undefined) {
      all.push(page);
      continue;
    }
    // `a.md#2,4` names some of its slides; all are included.
    const [path = ''] = src.split('#');
    const name = MARKDOWN.test(path)
      ? files?.find(path.startsWith('/') ? path.slice(1) : posix.join(page.folder, path))
      : undefined;
    const obstacle = obstacleTo(path, name, including);
    if (obstacle !== undefined || name === undefined || !files) {
      report.warn(null, 'slide_unreadable', `Slides were left out: ${src} (line ${page.line}) ${obstacle}.`);
      if (page.text.trim() !== '') all.push(page);
      continue;
    }
    const folder = posix.dirname(name);
    const included = splitPages(await files.text(name)).pages.map((each) => ({ ...each, folder }));
    all.push(...(await includePages(included, options, report, [...including, name])));
    // The caller refuses the deck.
    if (all.length > maxSlides) break;
  }
  return all;
}
