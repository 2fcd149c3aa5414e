import type { DeckWarning, DeckWarningCode } from '../deck-warning.ts';

/** Collects the warnings of a deck; what has no meaning in a video becomes a line for each kind. */
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

type UselessCode = 'setting_not_taken' | 'markup_not_taken';

/** Texts about all names of a kind at once. */
const USELESS: Readonly<Record<UselessCode, (names: string, isOne: boolean) => string>> = {
  setting_not_taken: (names, isOne) =>
    `${names} ${isOne ? 'has' : 'have'} no meaning here: the template decides how slides look.`,
  markup_not_taken: (names, isOne) =>
    `${names} ${isOne ? 'is' : 'are'} not drawn. If that matters, use a picture instead.`,
};
const MAX_LISTED = 30;

/** An empty report. */
export function createPageReport(): PageReport {
  const said: DeckWarning[] = [];
  const useless = new Map<UselessCode, Map<string, Set<number>>>();
  const lineOf = ([code, names]: [UselessCode, Map<string, Set<number>>]): DeckWarning => {
    const listed = [...names].slice(0, MAX_LISTED).map(([name, slides]) => `\`${name}\` (${slidesText([...slides])})`);
    const more = names.size > MAX_LISTED ? [`${names.size - MAX_LISTED} more`] : [];
    return { slide: null, code, message: USELESS[code]([...listed, ...more].join(', '), names.size === 1) };
  };
  return {
    warn(slide, code, message) {
      // One slide may lack several pictures for one reason.
      if (!said.some((one) => one.slide === slide && one.message === message)) said.push({ slide, code, message });
    },
    noteUseless(slide, code, name) {
      const names = useless.get(code) ?? new Map<string, Set<number>>();
      const slides = names.get(name) ?? new Set();
      slides.add(slide);
      names.set(name, slides);
      useless.set(code, names);
    },
    warnings: () => [...[...useless].map(lineOf), ...said].sort((a, b) => (a.slide ?? 0) - (b.slide ?? 0)),
  };
}
