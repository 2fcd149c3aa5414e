/** Properties of a rule or an attribute by their names in lower case; a property that is set several times has all its values. */
export type SvgProperties = ReadonlyMap<string, readonly string[]>;

/** Removes CSS comments; one that is not closed extends to the end. */
function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*');
  return [first, ...rest.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join(' ');
}

/** Replaces escapes of CSS by their characters (CSS Syntax 3, 4.3.7). */
const unescaped = (css: string): string =>
  css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, code: string | undefined, letter: string | undefined) => {
    const point = code === undefined ? 0 : Number.parseInt(code, 16);
    return letter ?? (point <= 0x10_ffff ? String.fromCodePoint(point) : ' ');
  });

const plainCss = (css: string): string => unescaped(withoutComments(css));

/** The declarations of a rule or of an attribute `style`. @param css without comments and escapes */
function declarationsOf(css: string): SvgProperties {
  const found = new Map<string, string[]>();
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const values = found.get(name) ?? [];
    values.push(declaration.slice(colon + 1).trim());
    found.set(name, values);
  }
  return found;
}

const NO_PROPERTIES: SvgProperties = new Map();

/** The declarations of an attribute `style`; none if it is absent. */
export const parseSvgStyleAttribute = (css: string | undefined): SvgProperties =>
  css === undefined ? NO_PROPERTIES : declarationsOf(plainCss(css));

/** The elements that a selector can match: `#id`, `.class`, a name, or `*` for all. The selector `a .b` counts for all elements of the class `b`. */
function subjectOf(selector: string): string {
  if (/[[:\]()"']/.test(selector)) return '*';
  const last =
    selector
      .trim()
      .split(/[\s>+~|]+/)
      .at(-1) ?? '';
  const [, id] = /#([^#.]+)/.exec(last) ?? [];
  if (id !== undefined) return `#${id}`;
  const [, type] = /\.([^#.]+)/.exec(last) ?? [];
  return type === undefined ? last || '*' : `.${type}`;
}

/** Rules of style sheets by the elements that they can match. */
export type SvgStyleRules = ReadonlyMap<string, readonly SvgProperties[]>;

/**
 * Reads style sheets.
 * @param css of all elements `style`
 * @returns all rules for each subject, whatever their rank
 */
export function parseSvgStyleRules(css: string): SvgStyleRules {
  const rules = new Map<string, SvgProperties[]>();
  for (const block of plainCss(css).split('}')) {
    const [body, selectors] = block.split('{').toReversed();
    if (body === undefined || selectors === undefined) continue;
    const declared = declarationsOf(body);
    for (const subject of new Set(selectors.split(',').map(subjectOf))) {
      const known = rules.get(subject) ?? [];
      rules.set(subject, known);
      known.push(declared);
    }
  }
  return rules;
}

/** The rules that can match an element. @param attributes of the element */
export const svgRulesForElement = (
  rules: SvgStyleRules,
  name: string,
  { id, class: classes = '' }: Readonly<Record<string, string>>,
): SvgProperties[] =>
  rules.size === 0
    ? []
    : [
        ...new Set([
          '*',
          name,
          ...(id === undefined ? [] : [`#${id}`]),
          ...classes.split(/\s+/).map((each) => `.${each}`),
        ]),
      ].flatMap((subject) => rules.get(subject) ?? []);
