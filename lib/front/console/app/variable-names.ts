import type { Schemas } from '#front/client/client.ts';
import { slideTexts } from './slide-content.ts';

type Timeline = Schemas['Timeline'];

/** The form of the name of a variable, as the service checks it (`VARIABLE_NAME_PATTERN` of `features/timelines`). */
export const CONSOLE_VARIABLE_NAME_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;
/** The largest number of variables of a timeline. */
export const MAX_TIMELINE_VARIABLES = 50;

// Matches escaped braces (`\{{`), which are not a variable, or a name in double braces.
const VARIABLE = /\\\{\{|\{\{\s*([^{}\s][^{}]{0,60}?)\s*\}\}/g;

/** The names in double braces in a text, as they are written; they may break the rule for names. */
export const variableNamesIn = (text: string): string[] =>
  [...text.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []);

/** A name in double braces that the timeline does not declare, so that the braces are drawn and spoken. */
export interface UndeclaredNameInBraces {
  name: string;
  /** The first slide that contains it; undefined if it is in the title or the footer of the timeline. */
  slideId?: string | undefined;
  position?: number | undefined;
  /** True if it fulfils the rule for names. */
  isValid: boolean;
}

/** The names in double braces, and of image variables, that the timeline does not declare, each once. */
export function variableNamesToDeclare(
  timeline: Pick<Timeline, 'variables' | 'title' | 'footer' | 'slides'>,
): UndeclaredNameInBraces[] {
  const declaredNames = new Set(Object.keys(timeline.variables));
  const undeclaredNames = new Map<string, UndeclaredNameInBraces>();
  const addName = (name: string, slide?: Schemas['Slide']) => {
    if (declaredNames.has(name) || undeclaredNames.has(name)) return;
    undeclaredNames.set(name, {
      name,
      slideId: slide?.id,
      position: slide?.position,
      isValid: CONSOLE_VARIABLE_NAME_PATTERN.test(name),
    });
  };
  for (const text of [timeline.title, timeline.footer ?? '']) for (const name of variableNamesIn(text)) addName(name);
  for (const slide of timeline.slides) {
    for (const text of slideTexts(slide)) for (const name of variableNamesIn(text)) addName(name, slide);
    if (slide.image_variable !== null) addName(slide.image_variable, slide);
  }
  return [...undeclaredNames.values()];
}

/** One row of the form for variables: a name and a default value. */
export interface VariableRow {
  name: string;
  value: string;
  /** True if `value` is its default; false if each render must name a value. */
  hasDefault: boolean;
}

/** Converts the variables of a timeline to rows of the form. */
export const rowsOfVariables = (variables: Timeline['variables']): VariableRow[] =>
  Object.entries(variables).map(([name, value]) => ({ name, value: value ?? '', hasDefault: value !== null }));

/** The error of the name in each row; undefined for a valid one. */
export const variableNameFaultsByRow = (rows: readonly VariableRow[]): (string | undefined)[] =>
  rows.map(({ name }, index) => {
    if (name === '') return 'Enter a name.';
    if (!CONSOLE_VARIABLE_NAME_PATTERN.test(name))
      return 'Start with a lower-case letter; then lower-case letters, digits and _.';
    return rows.findIndex((row) => row.name === name) < index ? 'This name is taken.' : undefined;
  });

/** The variables of a form, for a request. */
export function variablesOfFormRows(rows: readonly VariableRow[]): Timeline['variables'] {
  return Object.fromEntries(rows.map(({ name, value, hasDefault }) => [name, hasDefault ? value : null]));
}

/** The entered values of declared variables, for a request. An empty field is left out: the default is used. */
export function enteredVariableValues(
  values: ReadonlyMap<string, string>,
  variables: Timeline['variables'],
): Record<string, string> {
  return Object.fromEntries([...values].filter(([name, value]) => value !== '' && Object.hasOwn(variables, name)));
}
