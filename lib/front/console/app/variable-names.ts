import type { Schemas } from '#front/client/client.ts';
import { slideTexts } from './slide-content.ts';

type Timeline = Schemas['Timeline'];

/** The rule for names of variables. */
export const NAME_RULE = /^[a-z][a-z0-9_]{0,39}$/;
export const MOST_VARIABLES = 50;

// In this order: braces that mean themselves, anything that looks like a variable.
const MARK = /\\\{\{|\{\{\s*([^{}\s][^{}]{0,60}?)\s*\}\}/g;

/** Names that stand in double braces in a text, as they are written. */
export const namesIn = (text: string): string[] => [...text.matchAll(MARK)].flatMap(([, name]) => name ?? []);

/** A name in double braces that the timeline does not declare: it is drawn and spoken as it is written. */
export interface NameInBraces {
  name: string;
  /** The first slide with it; undefined: the title or the footer of the timeline. */
  slideId?: string | undefined;
  position?: number | undefined;
  /** True if it can be a variable as it is written. */
  isValid: boolean;
}

/** Names in double braces that no variable has, each once. */
export function namesToDeclare(timeline: Pick<Timeline, 'variables' | 'title' | 'footer' | 'slides'>): NameInBraces[] {
  const declared = new Set(Object.keys(timeline.variables));
  const found = new Map<string, NameInBraces>();
  const note = (name: string, slide?: Schemas['Slide']) => {
    if (declared.has(name) || found.has(name)) return;
    found.set(name, { name, slideId: slide?.id, position: slide?.position, isValid: NAME_RULE.test(name) });
  };
  for (const text of [timeline.title, timeline.footer ?? '']) for (const name of namesIn(text)) note(name);
  for (const slide of timeline.slides) {
    for (const text of slideTexts(slide)) for (const name of namesIn(text)) note(name, slide);
    if (slide.image_variable !== null) note(slide.image_variable, slide);
  }
  return [...found.values()];
}

/** Variables as they are edited, a row each. */
export interface VariableRow {
  name: string;
  value: string;
  /** True if a render may leave its value out. */
  hasDefault: boolean;
}

/** The variables of a timeline as rows. */
export const rowsOfVariables = (variables: Timeline['variables']): VariableRow[] =>
  Object.entries(variables).map(([name, value]) => ({ name, value: value ?? '', hasDefault: value !== null }));

/** The faults of names, by row; empty where there is none. */
export const nameFaults = (rows: readonly VariableRow[]): (string | undefined)[] =>
  rows.map(({ name }, index) => {
    if (name === '') return 'Enter a name.';
    if (!NAME_RULE.test(name)) return 'Start with a lower-case letter; then lower-case letters, digits and _.';
    return rows.findIndex((row) => row.name === name) < index ? 'This name is taken.' : undefined;
  });

/** The variables of rows. Names may be words such as `constructor`: the record has no prototype that they could meet. */
export function variablesOfRows(rows: readonly VariableRow[]): Timeline['variables'] {
  return Object.fromEntries(rows.map(({ name, value, hasDefault }) => [name, hasDefault ? value : null]));
}

/** The values that were entered: a field that stays empty leaves the default. */
export function enteredValues(
  values: ReadonlyMap<string, string>,
  variables: Timeline['variables'],
): Record<string, string> {
  return Object.fromEntries([...values].filter(([name, value]) => value !== '' && Object.hasOwn(variables, name)));
}
