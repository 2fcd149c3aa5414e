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
  warnWithoutEffect(slide: number, code: 'setting_not_taken' | 'markup_not_taken', name: string): void;
  /** All warnings, in the order of the slides; those of the whole deck are first. */
  warnings(): DeckWarning[];
}

/** The highest number of slides, or of elements of a slide, that a line names. */
const MAX_NAMED_ITEMS = 6;
/** The highest number of settings that the line of the deck names. */
const MAX_LISTED_SETTINGS = 30;

const describeSlides = (slides: readonly number[]): string =>
  `${slides.length === 1 ? 'slide' : 'slides'} ${listInWords(slides, MAX_NAMED_ITEMS)}`;

/** The line about settings without an effect. @param slidesBySetting the slides with a setting, by its name @returns no line for no settings */
function createSettingsWarnings(slidesBySetting: ReadonlyMap<string, ReadonlySet<number>>): DeckWarning[] {
  if (slidesBySetting.size === 0) return [];
  const listedNames = [...slidesBySetting]
    .slice(0, MAX_LISTED_SETTINGS)
    .map(([name, slides]) => `\`${name}\` (${describeSlides([...slides])})`);
  const remainder =
    slidesBySetting.size > MAX_LISTED_SETTINGS ? [`${slidesBySetting.size - MAX_LISTED_SETTINGS} more`] : [];
  const message = `${[...listedNames, ...remainder].join(', ')} ${slidesBySetting.size === 1 ? 'has' : 'have'} no meaning here: the template decides how slides look.`;
  return [{ slide: null, code: 'setting_not_taken', message }];
}

/** The line about undrawn elements of a slide. It does not name the slide, so that the report can merge equal lines. */
function createMarkupWarning([slide, names]: readonly [slide: number, names: ReadonlySet<string>]): DeckWarning {
  const listedNames = [...names].slice(0, MAX_NAMED_ITEMS).map((name) => `\`${name}\``);
  const remainder = names.size > MAX_NAMED_ITEMS ? [`${names.size - MAX_NAMED_ITEMS} more`] : [];
  const message = `${[...listedNames, ...remainder].join(', ')} ${names.size === 1 ? 'is' : 'are'} not drawn. If that matters, use a picture instead.`;
  return { slide, code: 'markup_not_taken', message };
}

function addToSet<Key, Item>(sets: Map<Key, Set<Item>>, key: Key, item: Item): void {
  const items = sets.get(key) ?? new Set();
  items.add(item);
  sets.set(key, items);
}

/** Creates an empty report of reading a deck. */
export function createDeckReadingReport(): DeckReadingReport {
  const warnings: DeckWarning[] = [];
  const slidesBySetting = new Map<string, Set<number>>();
  const elementsBySlide = new Map<number, Set<string>>();
  return {
    warn(slide, code, message) {
      // A slide that lacks several pictures for the same reason has one line about them.
      if (!warnings.some((warning) => warning.slide === slide && warning.message === message))
        warnings.push({ slide, code, message });
    },
    warnWithoutEffect(slide, code, name) {
      if (code === 'setting_not_taken') addToSet(slidesBySetting, name, slide);
      else addToSet(elementsBySlide, slide, name);
    },
    warnings: () =>
      [...createSettingsWarnings(slidesBySetting), ...[...elementsBySlide].map(createMarkupWarning), ...warnings].sort(
        (a, b) => (a.slide ?? 0) - (b.slide ?? 0),
      ),
  };
}
