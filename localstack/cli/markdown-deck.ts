import { fromMarkdown } from 'mdast-util-from-markdown';
import { z } from 'zod';
import { type SlideInput, slideInput } from '../../lib/timelines/contract.ts';
import { IMAGE_FITS } from '../../lib/timelines/slide.ts';
import { DeckError, type DeckFault } from './deck-error.ts';
import { collectSlides, type SlideDraft } from './deck-slides.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import type { PlacedImage } from './markdown-text.ts';
import { transitionText } from './transition-text.ts';

/** A picture beside the deck. */
export interface DeckImage {
  /** As the deck names it: relative to the deck's folder, or absolute. */
  path: string;
  alt: string;
  /** How it fills its box; absent: the default of the API. */
  fit?: (typeof IMAGE_FITS)[number] | undefined;
  line: number;
}

export interface DeckSlide {
  /** As `POST /timelines` takes it. */
  content: SlideInput;
  image?: DeckImage | undefined;
  /** Where the slide begins in the file, from 1. */
  line: number;
}

export interface Deck {
  title: string;
  settings: Omit<FrontMatter, 'title'>;
  slides: DeckSlide[];
}

/**
 * Reads a Markdown deck (README, "Decks"). Nothing is opened: image paths come back as they are written.
 * `fallbackTitle` names a deck that has neither a `title:` nor a heading.
 * @throws DeckError with every fault of the deck, each naming its slide and line.
 */
export function parseDeck(markdown: string, fallbackTitle: string): Deck {
  const { fields, body, faults } = readFrontMatter(markdown);
  const { slides: drafts, faults: structure } = collectSlides(fromMarkdown(body).children, body);
  faults.push(...structure);
  const slides = drafts.map((draft, index) => readSlide(draft, index + 1, faults));
  if (slides.length === 0) faults.push({ line: 1, message: 'this deck has no slides: begin one with "# Title"' });
  if (faults.length > 0) throw new DeckError(faults);
  const { title, ...settings } = fields;
  const headings = [drafts.find(({ depth }) => depth === 1), drafts.find((draft) => draft.title)];
  const heading = headings.find((draft) => draft?.title)?.title?.text;
  return { title: title ?? heading ?? fallbackTitle, settings, slides };
}

const SLIDE_SETTINGS = {
  layout: slideInput.shape.layout,
  build: slideInput.shape.build,
  transition: transitionText,
  image_motion: slideInput.shape.image_motion,
  duration_seconds: z.coerce.number().pipe(slideInput.shape.duration_seconds.unwrap().unwrap()),
  fit: z.enum(IMAGE_FITS),
};
type SlideSettings = { [Name in keyof typeof SLIDE_SETTINGS]?: z.output<(typeof SLIDE_SETTINGS)[Name]> };

function readSlide(draft: SlideDraft, number: number, faults: DeckFault[]): DeckSlide {
  const fault = (line: number, message: string): void => void faults.push({ slide: number, line, message });
  const { fit, ...settings } = readSettings(draft, fault);
  // A slide that shows code and nothing else is set as code; beside other text, lines of code are points like any
  // other.
  const isCode = draft.codeLines > 0 && draft.codeLines === draft.bullets.length;
  const parsed = slideInput.safeParse({
    title: draft.title?.text,
    bullet_points: draft.bullets.map(({ text }) => (isCode ? text : text.trim())),
    speaker_notes: draft.notes.map(({ text }) => text).join('\n\n'),
    ...(draft.quote ? { layout: 'quote' } : isCode ? { layout: 'code' } : {}),
    ...settings,
  });
  for (const issue of parsed.error?.issues ?? []) {
    const place = placeOf(issue.path, draft);
    if (issue.code === 'too_big') {
      const first = draft.bullets[Number(issue.maximum)];
      fault(
        first?.line ?? place.line,
        `${place.what}: at most ${issue.maximum}, and there are ${draft.bullets.length}`,
      );
    } else fault(place.line, `${place.what}: ${issue.message}`);
  }
  const [image, second] = draft.images;
  if (second) fault(second.line, 'a slide holds one image; begin another slide for this one');
  const content = parsed.data ?? slideInput.parse({});
  if (!image) return { content, line: draft.line };
  checkImage(image, fault);
  return {
    content,
    image: { path: decoded(image.url), alt: image.alt, ...(fit === undefined ? {} : { fit }), line: image.line },
    line: draft.line,
  };
}

function readSettings(draft: SlideDraft, fault: (line: number, message: string) => void): SlideSettings {
  const settings: Record<string, unknown> = {};
  for (const { name, value, line } of draft.settings) {
    const schema = Object.hasOwn(SLIDE_SETTINGS, name) ? SLIDE_SETTINGS[name as keyof SlideSettings] : undefined;
    const parsed = schema?.safeParse(value);
    if (parsed === undefined)
      fault(line, `a slide takes ${Object.keys(SLIDE_SETTINGS).join(', ')}, each as name=value; not "${name}"`);
    else if (parsed.success) settings[name] = parsed.data;
    else fault(line, `${name}: ${parsed.error.issues[0]?.message ?? 'not valid'}`);
  }
  return settings;
}

/** The line of a fault of the API's own validation, and what a reader of the deck calls the field. */
function placeOf(path: readonly PropertyKey[], draft: SlideDraft): { line: number; what: string } {
  const [field, index] = path;
  if (field === 'title') return { line: draft.title?.line ?? draft.line, what: 'title' };
  if (field === 'speaker_notes') return { line: draft.notes[0]?.line ?? draft.line, what: 'notes' };
  if (field === 'bullet_points' && typeof index === 'number')
    return { line: draft.bullets[index]?.line ?? draft.line, what: `bullet ${index + 1}` };
  return { line: draft.line, what: 'bullets' };
}

/** A scheme has two letters or more: `C:\pictures` is a path. */
const REMOTE = /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i;

function checkImage({ url, line }: PlacedImage, fault: (line: number, message: string) => void): void {
  if (url === '') fault(line, 'this image has no path');
  else if (REMOTE.test(url))
    fault(line, `remote images are not fetched: save ${url} beside the deck and name the file`);
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
