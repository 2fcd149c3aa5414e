import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { ParsedSlide } from '../deck.ts';
import { distributeNotesOverSlides } from '../distribute-notes-over-slides.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import { findMarkdownPageImages } from './find-markdown-page-images.ts';
import { findPictureOfPagePart } from './find-picture-of-page-part.ts';
import { readMarkdownSlideSettings } from './markdown-slide-settings.ts';
import type { PageDraft } from './page-draft.ts';
import { createBlockKindGuard, MAX_CHARACTERS_OF_LINE_UNDER_TITLE } from './page-part.ts';
import { isPlainTextOfFormulaLossless } from './plain-text-of-formula.ts';
import { slideContentOfPagePart } from './slide-content-of-page-part.ts';
import { slidePartsOfMarkdownPage } from './slide-parts-of-markdown-page.ts';
import { splitLongPagePart } from './split-long-page-part.ts';
import { videoOfPagePart } from './video-of-page-part.ts';
import { warnOfUnsupportedSyntax } from './warn-of-unsupported-syntax.ts';

/** Elements without visible content, which the report lists as settings. */
const UNDRAWN_ELEMENTS = new Set(['style', 'link', 'script', 'meta', 'hr']);
/** Languages of code blocks that other programs draw as diagrams. */
const DIAGRAM_LANGUAGES = new Set(['mermaid', 'plantuml', 'puml', 'dot', 'graphviz', 'vega', 'vega-lite']);
/** The number of characters of a formula that the report shows. */
const MAX_FORMULA_CHARACTERS = 40;
/** The number of characters of the reason of a missing chart that the report shows. */
const MAX_REASON_CHARACTERS = 300;

/** The sentence of the report about a diagram in a language that this service does not draw. */
function diagramAdvice(language: string, text: string): string {
  const [firstLine = ''] = text.split('\n').filter((line) => !/^\s*(?:%%.*|---.*)?$/.test(line));
  const [kind = ''] = language === 'mermaid' ? (/^\s*[A-Za-z][\w-]*/.exec(firstLine) ?? []) : [];
  const languageAndKind = kind === '' ? language : `${language}, ${kind.trim()}`;
  const exportAdvice =
    language === 'mermaid'
      ? 'Export it as SVG or PNG, for example with the editor on mermaid.live'
      : 'Export it as a picture';
  return `a diagram (${languageAndKind}) is shown as its text. ${exportAdvice}, and name that file instead: ![](diagram.svg).`;
}

/** Reports the charts of a page whose data cannot be read. */
export function warnOfUnreadableCharts(
  { lostCharts }: Pick<PageDraft, 'lostCharts'>,
  warn: DeckPageContext['warn'],
): void {
  for (const { reason, line } of lostCharts)
    warn(
      'chart_not_taken',
      `Line ${line}: a chart was left out: ${cutTextWithEllipsis(reason, MAX_REASON_CHARACTERS).text}.`,
    );
}

/** Reports elements, formulas and diagrams of a page that the slide does not show as the author sees them. */
function warnOfUndrawn(
  { elements, formulas, blocks, lostCharts }: PageDraft,
  { warn, warnWithoutEffect }: DeckPageContext,
): void {
  if (elements.includes('video') || elements.includes('youtube'))
    warn('video_not_taken', 'A video was left out. Use a picture of it instead.');
  if (elements.includes('audio'))
    warn('audio_not_taken', 'A sound was left out: upload it as the recording of the slide.');
  for (const name of new Set(elements))
    if (UNDRAWN_ELEMENTS.has(name)) warnWithoutEffect('setting_not_taken', `<${name}>`);
    else if (!['video', 'youtube', 'audio'].includes(name))
      warnWithoutEffect('markup_not_taken', name.startsWith('<') ? name : `<${name}>`);
  const lossyFormulas = formulas.filter((tex) => !isPlainTextOfFormulaLossless(tex));
  if (lossyFormulas.length > 0)
    warn(
      'markup_not_taken',
      `${lossyFormulas.length === 1 ? 'A formula within a text was' : `${lossyFormulas.length} formulas within texts were`} set as plain text (${cutTextWithEllipsis(lossyFormulas[0] ?? '', MAX_FORMULA_CHARACTERS).text}). A formula on a separate line is drawn.`,
    );
  warnOfUnreadableCharts({ lostCharts }, warn);
  for (const { language = '', text, line } of blocks.filter(createBlockKindGuard('code')))
    if (DIAGRAM_LANGUAGES.has(language)) warn('diagram_not_taken', `Line ${line}: ${diagramAdvice(language, text)}`);
}

/** Reports the options of `say(…)`: each names a voice or a speed, which the timeline or a request for narration decides. */
function warnOfSayOptions({ sayOptions }: PageDraft, { warn }: DeckPageContext): void {
  for (const { options, line } of sayOptions)
    warn(
      'setting_not_taken',
      `Line ${line}: "${cutTextWithEllipsis(options, MAX_CHARACTERS_OF_LINE_UNDER_TITLE).text}" was ignored: the voice of the timeline speaks this. Choose that with \`voice\` of the timeline, or one for this slide with \`voice\`, \`language\` and \`speed\` of POST /timelines/{id}/slides/{sid}/audio.`,
    );
}

/** The slides of the API that a page becomes. Most pages fit into one. */
export function composeSlidesOfPage(draft: PageDraft, context: DeckPageContext): ParsedSlide[] {
  const settings = readMarkdownSlideSettings(draft.settings, (line, message) =>
    context.warn('setting_not_taken', `Line ${line}: ${message}.`),
  );
  warnOfSayOptions(draft, context);
  warnOfUndrawn(draft, context);
  warnOfUnsupportedSyntax(draft, context);
  const { images, found: pictureCount } = findMarkdownPageImages(draft, context);
  const parts = slidePartsOfMarkdownPage(draft, images, context).flatMap((part) => splitLongPagePart(part, context));
  const notes = distributeNotesOverSlides(draft.notes.join('\n\n'), parts.length, '\n\n');
  return parts.map((part, index) => {
    const isWhole = parts.length === 1;
    const content = slideContentOfPagePart(part, {
      draft,
      settings,
      isWhole,
      notes: notes[index] ?? '',
      rules: context,
    });
    const video = part.image?.video && videoOfPagePart(part.image, content, context);
    const image =
      part.image && !video ? findPictureOfPagePart(part.image, settings, content.layout, context) : undefined;
    const furtherImages = (part.images ?? []).flatMap(
      (pageImage) => findPictureOfPagePart(pageImage, settings, content.layout, context) ?? [],
    );
    const isFirst = index === 0;
    return {
      source_page: context.page,
      // The layout of a slide with a video follows from the place of the video. `auto` applies only if the video cannot be imported.
      content: video ? { ...content, layout: 'auto' } : content,
      ...(video ? { video } : {}),
      ...(image ? { image } : {}),
      ...(furtherImages.length > 0 ? { images: furtherImages } : {}),
      look: 'redesign',
      ...(isWhole
        ? {}
        : { reason: `part ${index + 1} of ${parts.length}: the slide contains more than one slide can show` }),
      pictures: isFirst ? pictureCount : 0,
      clicks: isFirst ? draft.clicks : 0,
    };
  });
}
