/** Matches escaped braces (`\{{`), or a variable in braces, with or without spaces around its name. */
export const VARIABLE_MARK_PATTERN = /\\\{\{|\{\{[ \t]{0,9}([a-z][a-z0-9_]{0,39})[ \t]{0,9}\}\}/g;

/** Replaces variables in a text by values; a variable for which `textOf` returns undefined stays in its braces. */
export const replaceVariables = (text: string, textOf: (name: string) => string | undefined): string =>
  text.replace(VARIABLE_MARK_PATTERN, (mark, name: string | undefined) =>
    name === undefined ? '{{' : (textOf(name) ?? mark),
  );
