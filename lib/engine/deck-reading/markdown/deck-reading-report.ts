import { listInWords } from '#kernel/shared/list-in-words.ts';
import type { DeckWarning, DeckWarningCode } from '../deck-warning.ts';

/**
 * Collects the warnings of reading a deck. Settings without an effect become one warning for the deck, elements that are not drawn one for
 * each slide.
 */
export interface DeckReadingReport {
  /** @param slide from 1; null: the whole deck */
  warn(slide: number | null, code: DeckWarningCode, message: string): void;
  /** Notes a setting, a class or an element that has no effect on the video. @param slide from 1 */
  noteWithoutEffect(slide: number, code: 'setting_not_taken' | 'markup_not_taken', name: string): void;
  /** All warnings, in the order of the slides; those of the whole deck are first. */
  warnings(): DeckWarning[];
}

/** Slides, or elements of a slide, that a line names. */
const MAX_NAMED = 6;
/** Settings that the line of the deck names. */
const MAX_LISTED = 30;

const slidesText = (slides: readonly number[]): string =>
  `${slides.length === 1 ? 'slide' : 'slides'} ${listInWords(slides, MAX_NAMED)}`;

/** The line about settings without an effect. @param settings the slides of each, by its name @returns no line for no settings */
function settingsLine(settings: ReadonlyMap<string, ReadonlySet<number>>): DeckWarning[] {
  if (settings.size === 0) return [];
  const listed = [...settings].slice(0, MAX_LISTED).map(([name, slides]) => `\`${name}\` (${slidesText([...slides])})`);
  const more = settings.size > MAX_LISTED ? [`${settings.size - MAX_LISTED} more`] : [];
  const message = `${[...listed, ...more].join(', ')} ${settings.size === 1 ? 'has' : 'have'} no meaning here: the template decides how slides look.`;
  return [{ slide: null, code: 'setting_not_taken', message }];
}

/** The line about undrawn elements of a slide. It does not name the slide, so that the report can merge equal lines. */
function markupLine([slide, names]: readonly [slide: number, names: ReadonlySet<string>]): DeckWarning {
  const listed = [...names].slice(0, MAX_NAMED).map((name) => `\`${name}\``);
  const more = names.size > MAX_NAMED ? [`${names.size - MAX_NAMED} more`] : [];
  const message = `${[...listed, ...more].join(', ')} ${names.size === 1 ? 'is' : 'are'} not drawn. If that matters, use a picture instead.`;
  return { slide, code: 'markup_not_taken', message };
}

function addTo<Key, Item>(sets: Map<Key, Set<Item>>, key: Key, item: Item): void {
  const items = sets.get(key) ?? new Set();
  items.add(item);
  sets.set(key, items);
}

/** Creates an empty report of reading a deck. */
export function createDeckReadingReport(): DeckReadingReport {
  const warnings: DeckWarning[] = [];
  const settings = new Map<string, Set<number>>();
  const markup = new Map<number, Set<string>>();
  return {
    warn(slide, code, message) {
      // A slide that lacks several pictures for the same reason has one line about them.
      if (!warnings.some((other) => other.slide === slide && other.message === message))
        warnings.push({ slide, code, message });
    },
    noteWithoutEffect(slide, code, name) {
      if (code === 'setting_not_taken') addTo(settings, name, slide);
      else addTo(markup, slide, name);
    },
    warnings: () =>
      [...settingsLine(settings), ...[...markup].map(markupLine), ...warnings].sort(
        (a, b) => (a.slide ?? 0) - (b.slide ?? 0),
      ),
  };
}
