import { posix } from 'node:path';
import { countWithNoun } from '../cut-text-with-ellipsis.ts';
import { pathInDeck } from '../path-in-deck.ts';
import type { DeckPageSource } from './deck-page-source.ts';
import type { DeckReadingReport } from './deck-reading-report.ts';
import type { FilesNextToDeck } from './files-next-to-deck.ts';
import { textOfYamlField } from './front-matter.ts';
import { splitIncludedSlidevFile } from './split-deck-into-pages.ts';
import type { TextDeckOptions } from './text-deck-options.ts';
import { refuseTooManyPages } from './too-many-slides.ts';

/** A page, and the folder of its file in the archive. The page names its pictures relative to that folder. */
export interface PageWithFolder extends DeckPageSource {
  folder: string;
}

/** Matches the names of files from which a deck may include slides. */
const MARKDOWN_FILE = /\.(?:md|markdown)$/i;
/** The highest number of files in a chain of files, each of which includes the next one. */
const MAX_INCLUDE_DEPTH = 5;
/** Matches numbers of slides after `#` in `src`, from 1, such as `2,5-7`. */
const SLIDE_NUMBERS = /^\s*\d{1,6}(?:\s*-\s*\d{1,6})?(?:\s*,\s*\d{1,6}(?:\s*-\s*\d{1,6})?)*\s*$/;

/** The reason, as the end of a sentence, why a path leads to no file of which slides can be included. */
const reasonOfAbsence = (path: string): string =>
  MARKDOWN_FILE.test(path) ? 'is not in the file: send all of the deck, as a .zip' : 'is not a Markdown file (.md)';

/**
 * The reason, as the end of a sentence, why the slides of a file are left out; undefined if they are included.
 * @param includingFiles the files that lead to the file, each including the next
 */
function obstacleToIncluding(name: string, includingFiles: readonly string[]): string | undefined {
  if (includingFiles.includes(name)) return 'names itself';
  return includingFiles.length < MAX_INCLUDE_DEPTH
    ? undefined
    : `is included through more than ${MAX_INCLUDE_DEPTH} files: include it from a file nearer to the deck`;
}

/** The pages that `src` names by their numbers, in the order of the file; all pages if it has no numbers. @param numbers such as `2,5-7` */
function selectPages<Page>(pages: readonly Page[], numbers: string | undefined): readonly Page[] {
  if (numbers === undefined || !SLIDE_NUMBERS.test(numbers)) return pages;
  const ranges = numbers.split(',').map((range) => range.split('-').map(Number));
  return pages.filter((_, index) => ranges.some(([from = 0, to = from]) => from <= index + 1 && index + 1 <= to));
}

const isEmptyPage = ({ text, fields }: DeckPageSource): boolean =>
  text.trim() === '' && Object.keys(fields).length === 0;

/** Replaces pages that name a file by the pages of that file. */
class PageIncluder {
  readonly #options: Pick<TextDeckOptions, 'files' | 'maxSlides'>;
  readonly #report: DeckReadingReport;
  /** The pages of files that were read, by the names of the files. A file may be included often. */
  readonly #pagesByFile = new Map<string, readonly DeckPageSource[]>();
  /** Number of pages so far, those that name a file included. */
  #pageCount = 0;

  constructor(options: Pick<TextDeckOptions, 'files' | 'maxSlides'>, report: DeckReadingReport) {
    this.#options = options;
    this.#report = report;
  }

  /** The pages with the pages that they include. @param includingFiles the files that lead to these pages, each including the next */
  async pagesOf(pages: readonly PageWithFolder[], includingFiles: readonly string[]): Promise<PageWithFolder[]> {
    const allPages: PageWithFolder[] = [];
    for (const page of pages) {
      this.#pageCount += 1;
      // A file that includes a few others many times has more pages than can be counted one by one.
      refuseTooManyPages(this.#pageCount, this.#options.maxSlides);
      const src = textOfYamlField(page.fields, 'src');
      if (src === undefined) allPages.push(page);
      else
        for (const includedPage of await this.#pagesOfNamedFile(page, src, includingFiles)) allPages.push(includedPage);
    }
    return allPages;
  }

  /** The pages of the file that `src` of a page names. If they cannot be included: the page itself if it has a text, else none. */
  async #pagesOfNamedFile(
    page: PageWithFolder,
    src: string,
    includingFiles: readonly string[],
  ): Promise<readonly PageWithFolder[]> {
    const { files } = this.#options;
    const [path = '', numbers] = src.split('#');
    const name = MARKDOWN_FILE.test(path) ? files?.find(pathInDeck(page.folder, path)) : undefined;
    const includer = includingFiles.at(-1);
    const place = `line ${page.line}${includer === undefined ? '' : ` of ${includer}`}`;
    const warn = (reason: string): void =>
      this.#report.warn(null, 'slide_unreadable', `Slides were left out: ${src} (${place}) ${reason}.`);
    const fallbackPages = page.text.trim() === '' ? [] : [page];
    if (name === undefined || !files) {
      warn(reasonOfAbsence(path));
      return fallbackPages;
    }
    const obstacle = obstacleToIncluding(name, includingFiles);
    if (obstacle !== undefined) {
      warn(obstacle);
      return fallbackPages;
    }
    const filePages = this.#pagesByFile.get(name) ?? (await this.#readPages(name, files));
    const selectedPages = selectPages(filePages, numbers);
    if (filePages.every(isEmptyPage)) warn('is empty');
    else if (selectedPages.length === 0)
      warn(`names no slide: the file has ${countWithNoun(filePages.length, 'slide')}`);
    // Fields next to `src`, such as `hide`, are those of every included slide, and override its fields.
    const { src: _, ...fields } = page.fields;
    const folder = posix.dirname(name);
    const locatedPages = selectedPages.map((selectedPage) => ({
      ...selectedPage,
      folder,
      fields: { ...selectedPage.fields, ...fields },
    }));
    return await this.pagesOf(locatedPages, [...includingFiles, name]);
  }

  /** Reads the pages of a file. */
  async #readPages(name: string, files: FilesNextToDeck): Promise<readonly DeckPageSource[]> {
    const pages = splitIncludedSlidevFile(await files.text(name));
    this.#pagesByFile.set(name, pages);
    return pages;
  }
}

/**
 * Replaces pages that name another Markdown file in `src` by the pages of that file, as Slidev does
 * (https://sli.dev/features/importing-slides). `src` may name some pages by their numbers: `a.md#2,5-7`. Files that cannot be included are
 * reported.
 * @param pages of the deck
 * @returns the pages in their order
 * @throws DeckRefusal if a file is damaged or too large, and for more pages than `refuseTooManyPages` allows
 */
export const includePagesOfOtherFiles = (
  pages: readonly PageWithFolder[],
  options: Pick<TextDeckOptions, 'files' | 'maxSlides'>,
  report: DeckReadingReport,
): Promise<PageWithFolder[]> => new PageIncluder(options, report).pagesOf(pages, []);
