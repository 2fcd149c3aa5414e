import { slideTexts } from './slide-content.ts';
/** The rule for names of variables. */
export const NAME_RULE = /^[a-z][a-z0-9_]{0,39}$/;
export const MOST_VARIABLES = 50;
// In this order: braces that mean themselves, anything that looks like a variable.
const MARK = /\\\{\{|\{\{\s*([^{}\s][^{}]{0,60}?)\s*\}\}/g;
/** Names that stand in double braces in a text, as they are written. */
export const namesIn = (text) => [...text.matchAll(MARK)].flatMap(([, name]) => name ?? []);
/** Names in double braces that no variable has, each once. */
export function namesToDeclare(timeline) {
  const declared = new Set(Object.keys(timeline.variables));
  const found = new Map();
  const note = (name, slide) => {
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
/** The variables of a timeline as rows. */
export const rowsOfVariables = (variables) =>
  Object.entries(variables).map(([name, value]) => ({ name, value: value ?? '', hasDefault: value !== null }));
/** The faults of names, by row; empty where there is none. */
export const nameFaults = (rows) =>
  rows.map(({ name }, index) => {
    if (name === '') return 'Enter a name.';
    if (!NAME_RULE.test(name)) return 'Start with a lower-case letter; then lower-case letters, digits and _.';
    return rows.findIndex((row) => row.name === name) < index ? 'This name is taken.' : undefined;
  });
/** The variables of rows. Names may be words such as `constructor`: the record has no prototype that they could meet. */
export function variablesOfRows(rows) {
  return Object.fromEntries(rows.map(({ name, value, hasDefault }) => [name, hasDefault ? value : null]));
}
/** The values that were entered: a field that stays empty leaves the default. */
export function enteredValues(values, variables) {
  return Object.fromEntries([...values].filter(([name, value]) => value !== '' && Object.hasOwn(variables, name)));
}
