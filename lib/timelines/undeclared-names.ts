import { likelyField } from '../contract/likely-field.ts';
import type { Slide } from './slide.ts';
import type { Timeline } from './timeline.ts';

/** A name in braces that the timeline does not declare: it is shown and spoken as it is written. */
export interface UndeclaredName {
  /** As it is written, without the braces and the spaces within them. */
  name: string;
  /** The declared variable that is probably meant. */
  meant?: string | undefined;
  /** The first slide that has it, from 0; null: a text of the timeline. */
  position: number | null;
  /** The field there: `title`, `bullet_points[2]`. */
  field: string;
}

/** Braces that mean themselves, or braces around what may be a name. */
const BRACES = /\\\{\{|\{\{([^{}\r\n]{1,60})\}\}/g;
/** Letters, digits, and what people write between words. */
const NAME_LIKE = /^[\p{L}_][\p{L}\p{M}\p{N}_. -]*$/u;

interface Place {
  text: string | undefined;
  position: number | null;
  field: string;
  /** Code of templates has braces of its own: only what is like a declared name is meant as one. */
  isCode?: boolean;
}

const textsOfTimeline = ({ title, footer, lexicon }: Pick<Timeline, 'title' | 'footer' | 'lexicon'>): Place[] => [
  { text: title, position: null, field: 'title' },
  { text: footer, position: null, field: 'footer' },
  ...(lexicon ?? []).flatMap(({ word, say }, index) => [
    { text: word, position: null, field: `lexicon[${index}].word` },
    { text: say, position: null, field: `lexicon[${index}].say` },
  ]),
];

function textsOfSlide({ title, bullet_points, speaker_notes, code, table, chart }: Slide, position: number): Place[] {
  const at = (field: string, text: string | undefined): Place => ({ text, position, field });
  return [
    at('title', title),
    ...bullet_points.map((text, index) => at(`bullet_points[${index}]`, text)),
    at('speaker_notes', speaker_notes),
    { ...at('code.text', code?.text), isCode: true },
    ...(table?.header ?? []).map((text, index) => at(`table.header[${index}]`, text)),
    ...(table?.rows ?? []).flatMap((row, line) => row.map((text, index) => at(`table.rows[${line}][${index}]`, text))),
    ...(chart?.categories ?? []).map((text, index) => at(`chart.categories[${index}]`, text)),
    ...(chart?.series ?? []).map(({ name }, index) => at(`chart.series[${index}].name`, name)),
    at('chart.unit', chart?.unit),
  ];
}

/**
 * Names in braces that are no variables of the timeline, each where it first stands. Pure.
 * @param declared the names of its variables
 */
export function undeclaredNames(
  timeline: Pick<Timeline, 'title' | 'footer' | 'lexicon'>,
  slides: readonly Slide[],
  declared: readonly string[],
): UndeclaredName[] {
  const found = new Map<string, UndeclaredName>();
  for (const { text, position, field, isCode } of [...textsOfTimeline(timeline), ...slides.flatMap(textsOfSlide)])
    for (const [, inner] of text?.matchAll(BRACES) ?? []) {
      const name = inner?.trim() ?? '';
      if (!NAME_LIKE.test(name) || declared.includes(name) || found.has(name)) continue;
      const meant = likelyField(name, declared);
      if (isCode && meant === undefined) continue;
      found.set(name, { name, meant, position, field });
    }
  return [...found.values()];
}

/** What to tell of such a name, as a sentence or two. */
export function undeclaredAdvice({ name, meant }: UndeclaredName, declared: readonly string[]): string {
  const shown = `{{${name}}} is no variable of the timeline: it is shown and spoken as it is written.`;
  if (meant !== undefined) return `${shown} Did you mean {{${meant}}}?`;
  return declared.length === 0
    ? `${shown} Declare it in \`variables\`, or leave the braces out.`
    : `${shown} It declares ${declared.join(', ')}.`;
}
