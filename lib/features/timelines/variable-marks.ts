/** In this order: braces that mean themselves, a variable, with or without spaces within its braces. */
export const VARIABLE_MARK = /\\\{\{|\{\{[ \t]{0,9}([a-z][a-z0-9_]{0,39})[ \t]{0,9}\}\}/g;

/** Puts texts in the places of variables; the mark of a variable without one stays. */
export const replaceMarks = (text: string, textOf: (name: string) => string | undefined): string =>
  text.replace(VARIABLE_MARK, (whole, name: string | undefined) =>
    name === undefined ? '{{' : (textOf(name) ?? whole),
  );

/** A value is never read as the marks of `markup: inline`. */
export const escapeMarkup = (value: string): string => value.replace(/[\\`*~[\]]/g, '\\$&');
