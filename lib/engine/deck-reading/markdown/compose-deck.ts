import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { ParsedSlide } from '../deck.ts';
import { composeSlidesOfPage, warnOfUnreadableCharts } from './compose-page.ts';
import { isDeckFieldWithoutEffect } from './deck-fields.ts';
import type { DeckReadingReport } from './deck-reading-report.ts';
import type { YamlFields } from './front-matter.ts';
import type { PageDraft } from './page-draft.ts';
import { createMediaFinder } from './picture-locator.ts';
import type { DeckSplitIntoPages } from './split-deck-into-pages.ts';
import type { TextDeckOptions } from './text-deck-options.ts';

/** The draft of a page, and the folder of its file in the archive. */
export interface PageDraftWithFolder {
  draft: PageDraft;
  folder: string;
}

/** The highest number of elements that a warning names. */
const MAX_NAMED_ELEMENTS = 5;

/** Reports whether a page has content that a slide can show or speak. */
const hasContent = ({ blocks, notes, fields }: PageDraft): boolean =>
  blocks.length > 0 ||
  notes.length > 0 ||
  ['image', 'background', 'backgroundImage', 'backgroundVideo'].some(
    (name) => ownPropertyValue(fields, name) !== undefined,
  );

/** Reports whether a page counts as a slide, also if none of its content can be drawn. An empty page does not count. */
export const isMarkdownPageASlide = (draft: PageDraft): boolean =>
  hasContent(draft) ||
  draft.lostCharts.length > 0 ||
  draft.elements.some((name) => name !== 'style' && name !== 'script');

/** The line of the report about a page that counts as a slide, but of which nothing can be drawn. */
function undrawnPageMessage({ elements }: PageDraft): string {
  const names = [...new Set(elements)].slice(0, MAX_NAMED_ELEMENTS).map((name) => `<${name}>`);
  const statement = names.length === 0 ? 'it contains' : `it contains ${names.join(', ')} and`;
  return `The slide was left out: ${statement} nothing that can be drawn. Use a picture of it instead.`;
}

/** Reports whether the fields of a page hide it, as Slidev does. */
const isHidden = ({ hide, disabled }: YamlFields): boolean => hide === true || disabled === true;

/**
 * The directives of Marp's front matter that apply to all slides. A directive that starts with `_` applies to the first slide only; it is
 * one of the fields of that slide.
 */
const directivesOfDeck = ({ backgroundImage, class: className }: YamlFields): YamlFields => ({
  ...(backgroundImage === undefined ? {} : { backgroundImage }),
  ...(className === undefined ? {} : { class: className }),
});

/** Reports the fields of a page that have no effect on the video. */
function warnOfFieldsWithoutEffect({ lasting, fields }: PageDraft, page: number, report: DeckReadingReport): void {
  for (const [name, value] of Object.entries({ ...lasting, ...fields }))
    if (isDeckFieldWithoutEffect(name) && value !== null && value !== undefined)
      report.warnWithoutEffect(page, 'setting_not_taken', name);
}

/**
 * The slides of the pages of a deck, in their order. Pages that are hidden or have nothing to draw are left out, and reported.
 * @param drafts all pages of the deck
 */
export function composeSlidesOfDeck(
  drafts: readonly PageDraftWithFolder[],
  { dialect, fields }: Pick<DeckSplitIntoPages, 'dialect' | 'fields'>,
  { files }: Pick<TextDeckOptions, 'files'>,
  report: DeckReadingReport,
): ParsedSlide[] {
  const slides: ParsedSlide[] = [];
  // A directive of Marp applies to its slide and to all slides that follow.
  let inheritedFields: YamlFields = dialect === 'marp' ? directivesOfDeck(fields) : {};
  drafts.forEach(({ draft, folder }, index) => {
    const page = index + 1;
    inheritedFields = { ...inheritedFields, ...draft.lasting };
    const pageFields = { ...inheritedFields, ...draft.fields };
    // In plain Markdown, the fields of the first page are those of the deck. Another function reports these.
    if (dialect !== 'plain' || index > 0) warnOfFieldsWithoutEffect(draft, page, report);
    if (isHidden(pageFields)) {
      report.warn(
        page,
        'slide_hidden',
        'The slide is hidden and was left out. Show it in the deck to have it in the video.',
      );
      return;
    }
    if (!hasContent(draft)) {
      warnOfUnreadableCharts(draft, (code, message) => report.warn(page, code, message));
      report.warn(page, 'slide_unreadable', undrawnPageMessage(draft));
      return;
    }
    slides.push(
      ...composeSlidesOfPage(
        { ...draft, fields: pageFields },
        {
          dialect,
          page,
          findMedia: createMediaFinder(folder, files),
          warn: (code, message) => report.warn(page, code, message),
          warnWithoutEffect: (code, name) => report.warnWithoutEffect(page, code, name),
        },
      ),
    );
  });
  return slides;
}
