import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DeckSlideContent } from '../deck.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import { textOfYamlField } from './front-matter.ts';
import { layoutByListHeads } from './list-layout.ts';
import type { PageDraft, PageImage } from './page-draft.ts';
import {
  createBlockKindGuard,
  MAX_CHARACTERS_OF_LINE_UNDER_TITLE,
  type MarkdownSlidePart,
  type PageSlidePoint,
} from './page-part.ts';

type SlideLayout = DeckSlideContent['layout'];
/** A layout of the API, or `content`: the content of the slide decides. */
type NamedLayout = SlideLayout | 'content';

/** The highest number of texts under the title of a title slide. */
const MAX_TITLE_TEXTS = 4;

/** Slidev's built-in layouts, https://sli.dev/builtin/layouts, and those of the API for them. */
const SLIDEV_LAYOUTS: Readonly<Record<string, NamedLayout>> = {
  default: 'content',
  center: 'content',
  none: 'content',
  full: 'content',
  'two-cols': 'content',
  'two-cols-header': 'content',
  cover: 'title',
  intro: 'title',
  end: 'closing',
  section: 'section',
  statement: 'statement',
  fact: 'content',
  quote: 'quote',
  'image-left': 'image_left',
  'image-right': 'image_right',
  image: 'image_full',
  'iframe-left': 'content',
  'iframe-right': 'content',
};

/** Reports whether a point is a paragraph of about one line. */
const isShortParagraph = ({ text, marker }: PageSlidePoint): boolean =>
  marker === 'none' && text.plain.length <= MAX_CHARACTERS_OF_LINE_UNDER_TITLE;

/** The layout of a slide with a picture. @param namedLayout the layout that the slide names */
function layoutWithPicture(
  { points, title }: MarkdownSlidePart,
  image: PageImage,
  { blocks }: PageDraft,
  namedLayout: NamedLayout | undefined,
): SlideLayout {
  const { background } = image;
  if (points.length === 0 && title.plain === '') return 'image_full';
  if (background === 'left' || namedLayout === 'image_left') return 'image_left';
  if (background === 'right' || namedLayout === 'image_right') return 'image_right';
  const hasFewWords = points.length <= 1 && points.every(isShortParagraph);
  if (background === 'whole' && hasFewWords) return 'image_full';
  if (points.length === 0) return 'figure';
  const columnIndex = blocks.findIndex(({ kind }) => kind === 'column');
  const imageIndex = blocks.findIndex((block) => block.kind === 'image' && block.image === image);
  const isInFirstColumn = imageIndex >= 0 && imageIndex < columnIndex;
  return isInFirstColumn && points.some(({ column }) => column > 0) ? 'image_left' : 'image_right';
}

/** The layout of a slide, by its content and by the layout or class that its page names. An unknown layout is reported. */
export function layoutOfMarkdownSlide(
  part: MarkdownSlidePart,
  draft: PageDraft,
  { dialect, page, warnWithoutEffect }: DeckPageContext,
): SlideLayout {
  const { points, image, code, table, chart, title } = part;
  if (code || table || chart) return 'auto';
  const name = dialect === 'slidev' ? textOfYamlField(draft.fields, 'layout') : undefined;
  const namedLayout = name === undefined ? undefined : ownPropertyValue(SLIDEV_LAYOUTS, name);
  if (name !== undefined && namedLayout === undefined) warnWithoutEffect('setting_not_taken', `layout: ${name}`);
  if (part.images) return 'auto';
  if (image?.formulas) return points.length === 0 ? 'figure' : 'image_right';
  if (image)
    return dialect === 'plain' && image.background === undefined && !image.video
      ? 'auto'
      : layoutWithPicture(part, image, draft, namedLayout);
  const hasOnlyShortTexts = points.length <= MAX_TITLE_TEXTS && points.every(isShortParagraph);
  // Class names of title slides in the themes of Marp.
  const hasTitleClass = /\b(?:lead|title|cover)\b/.test(textOfYamlField(draft.fields, 'class') ?? '');
  const consistsOfTwoHeadings = draft.blocks.length === 2 && draft.blocks.every(createBlockKindGuard('heading'));
  if (
    title.plain !== '' &&
    hasOnlyShortTexts &&
    (namedLayout === 'title' ||
      (page === 1 && dialect !== 'plain') ||
      consistsOfTwoHeadings ||
      (hasTitleClass && points.length > 0))
  )
    return 'title';
  if ((namedLayout === 'statement' || namedLayout === 'closing') && title.plain !== '')
    return hasOnlyShortTexts ? namedLayout : 'auto';
  if (namedLayout === 'section' && title.plain !== '')
    return points.length === 0 ? 'section' : hasOnlyShortTexts ? 'title' : 'auto';
  const hasColumns = points.some(({ column }) => column === 0) && points.some(({ column }) => column > 0);
  if (hasColumns) return 'two_columns';
  // A page that names a layout has that of its content.
  return (namedLayout === undefined ? layoutByListHeads(points) : undefined) ?? 'auto';
}
