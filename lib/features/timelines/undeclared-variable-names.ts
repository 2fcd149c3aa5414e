import { findLikelyField } from '#kernel/contract/likely-field.ts';
import { formatFieldPath, type VariableTextWithPath } from './field-texts.ts';
import type { Slide } from './slide.ts';
import { variableTextsOfSlide } from './slide-content.ts';
import type { Timeline } from './timeline.ts';
import { variableTextsOfSettings } from './timeline-settings.ts';

/** A name in braces in a text that is not declared as a variable: it is shown and spoken as it is written. */
export interface UndeclaredVariableName {
  /** Name as it is written, without the braces and the spaces within them. */
  name: string;
  /** The declared variable that is probably meant; absent: no name is similar. */
  meant?: string | undefined;
  /** Position, from 0, of the first slide with this name; null: it is in a setting of the timeline. */
  position: number | null;
  /** Path of the field that contains it: `title`, `bullet_points[2]`. */
  field: string;
}

/** Escaped braces (`\{{`), or braces around what may be a name. */
const BRACES = /\\\{\{|\{\{([^{}\r\n]{1,60})\}\}/g;
/** A possible name: letters, digits, and characters that people write between words. */
const NAME_LIKE = /^[\p{L}_][\p{L}\p{M}\p{N}_. -]*$/u;

/** A text with its place in the timeline. */
interface TextWithPosition extends VariableTextWithPath {
  /** Position of the slide, from 0; null: the text is in a setting of the timeline. */
  position: number | null;
}

const textsWithPosition = (texts: readonly VariableTextWithPath[], position: number | null): TextWithPosition[] =>
  texts.map((text) => ({ ...text, position }));

/**
 * Finds names in braces that are not declared as variables, each at its first occurrence. Pure.
 * @param declared the names of its variables
 */
export function undeclaredVariableNames(
  timeline: Pick<Timeline, 'title' | 'footer' | 'lexicon'>,
  slides: readonly Slide[],
  declared: readonly string[],
): UndeclaredVariableName[] {
  const undeclaredNames = new Map<string, UndeclaredVariableName>();
  const texts = [
    ...textsWithPosition(variableTextsOfSettings(timeline), null),
    ...slides.flatMap((slide, position) => textsWithPosition(variableTextsOfSlide(slide), position)),
  ];
  for (const { text, rule, path, position } of texts)
    for (const [, inner] of text.matchAll(BRACES)) {
      const name = inner?.trim() ?? '';
      if (!NAME_LIKE.test(name) || declared.includes(name) || undeclaredNames.has(name)) continue;
      const meant = findLikelyField(name, declared);
      // Program code contains braces with other meanings: in it, only a name that is similar to a declared one is reported.
      if (rule.isCode && meant === undefined) continue;
      undeclaredNames.set(name, { name, meant, position, field: formatFieldPath(path) });
    }
  return [...undeclaredNames.values()];
}

/** Advice for the client about an undeclared name, in one or two sentences. */
export function undeclaredVariableAdvice({ name, meant }: UndeclaredVariableName, declared: readonly string[]): string {
  const fact = `{{${name}}} is not a variable of the timeline: it is shown and spoken as it is written.`;
  if (meant !== undefined) return `${fact} Did you mean {{${meant}}}?`;
  return declared.length === 0
    ? `${fact} Declare it in \`variables\`, or leave the braces out.`
    : `${fact} It declares ${declared.join(', ')}.`;
}
