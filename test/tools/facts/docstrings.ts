/** The docstring of a member, as one line without its `@param` and other tags. */
const textOf = (comment: string): string =>
  comment
    .replaceAll(/\n\s*\* ?/g, '\n')
    .split('\n@')[0]
    ?.trim()
    .replaceAll(/\s+/g, ' ') ?? '';

/** Docstrings of the members of one exported object of a file, by their names; '' for a member without one. */
export function docstringsOf(source: string, object: string): ReadonlyMap<string, string> {
  const start = source.indexOf(`export const ${object} = {`);
  const body = source.slice(start, source.indexOf('\n} as const;', start));
  const found = [...body.matchAll(/\n {2}(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2})?(\w+): /g)];
  return new Map(found.map(([, comment = '', name = '']) => [name, textOf(comment)]));
}

/** The first sentence of a text, without its full stop, and the rest. */
export function firstSentence(text: string): readonly [first: string, rest: string] {
  const at = text.indexOf('. ');
  return at === -1 ? [text.replace(/\.$/, ''), ''] : [text.slice(0, at), text.slice(at + 2).replace(/\.$/, '')];
}
