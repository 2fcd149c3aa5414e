import type { DeckWarning, DeckWarningCode } from '../deck-warning.ts';

/** Collects the warnings of a deck. Settings without a meaning are one line for the deck, elements that are not drawn one for each slide. */
export interface PageReport {
  warn(slide: number | null, code: DeckWarningCode, message: string): void;
  /** Something that has no meaning in a video: a setting, a class, an element. */
  noteUseless(slide: number, code: 'setting_not_taken' | 'markup_not_taken', name: string): void;
  /** In the order of the slides. */
  warnings(): DeckWarning[];
}

const MAX_NAMED = 6;

function slidesText(slides: readonly number[]): string {
  const shown = slides.slice(0, MAX_NAMED).join(', ');
  const more = slides.length > MAX_NAMED ? ` and ${slides.length - MAX_NAMED} more` : '';
  return `${slides.length === 1 ? 'slide' : 'slides'} ${shown}${more}`;
}

const MAX_LISTED = 30;

function settingsLine(settings: ReadonlyMap<string, ReadonlySet<number>>): DeckWarning[] {
  if (settings.size === 0) return [];
  const listed = [...settings].slice(0, MAX_LISTED).map(([name, slides]) => `\`${name}\` (${slidesText([...slides])})`);
  const more = settings.size > MAX_LISTED ? [`${settings.size - MAX_LISTED} more`] : [];
  const message = `${[...listed, ...more].join(', ')} ${settings.size === 1 ? 'has' : 'have'} no meaning here: the template decides how slides look.`;
  return [{ slide: null, code: 'setting_not_taken', message }];
}

/** Slides with the same elements have the same line: those who print the report put them together. */
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

/** An empty report. */
export function createPageReport(): PageReport {
  const said: DeckWarning[] = [];
  const settings = new Map<string, Set<number>>();
  const markup = new Map<number, Set<string>>();
  return {
    warn(slide, code, message) {
      // One slide may lack several pictures for one reason.
      if (!said.some((one) => one.slide === slide && one.message === message)) said.push({ slide, code, message });
    },
    noteUseless(slide, code, name) {
      if (code === 'setting_not_taken') addTo(settings, name, slide);
      else addTo(markup, slide, name);
    },
    warnings: () =>
      [...settingsLine(settings), ...[...markup].map(markupLine), ...said].sort(
        (a, b) => (a.slide ?? 0) - (b.slide ?? 0),
      ),
  };
}
