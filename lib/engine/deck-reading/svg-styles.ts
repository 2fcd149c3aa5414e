/** Properties of a rule or an attribute by their names in lower case; a property that is set several times has all its values. */
export type SvgProperties = ReadonlyMap<string, readonly string[]>;

/** A style sheet without comments; a comment that is not closed extends to the end. */
function removeComments(css: string): string {
  const [textBeforeComments = '', ...laterParts] = css.split('/*');
  return [
    textBeforeComments,
    ...laterParts.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : '')),
  ].join(' ');
}

/** Replaces escapes of CSS by their characters (CSS Syntax 3, 4.3.7). */
const unescapeCss = (css: string): string =>
  css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, code: string | undefined, letter: string | undefined) => {
    const codePoint = code === undefined ? 0 : Number.parseInt(code, 16);
    return letter ?? (codePoint <= 0x10_ffff ? String.fromCodePoint(codePoint) : ' ');
  });

const plainCssOf = (css: string): string => unescapeCss(removeComments(css));

/** The declarations of a rule or of an attribute `style`. @param css without comments and escapes */
function parseDeclarations(css: string): SvgProperties {
  const valuesByName = new Map<string, string[]>();
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const values = valuesByName.get(name) ?? [];
    values.push(declaration.slice(colon + 1).trim());
    valuesByName.set(name, values);
  }
  return valuesByName;
}

const NO_PROPERTIES: SvgProperties = new Map();

/** The declarations of an attribute `style`; none if it is absent. */
export const parseSvgStyleAttribute = (css: string | undefined): SvgProperties =>
  css === undefined ? NO_PROPERTIES : parseDeclarations(plainCssOf(css));

/**
 * The elements that a selector can match: `#id`, `.class`, a name, or `*` for all. The selector `a .b` counts for all elements of the
 * class `b`.
 */
function subjectOfSelector(selector: string): string {
  if (/[[:\]()"']/.test(selector)) return '*';
  const lastCompound =
    selector
      .trim()
      .split(/[\s>+~|]+/)
      .at(-1) ?? '';
  const [, id] = /#([^#.]+)/.exec(lastCompound) ?? [];
  if (id !== undefined) return `#${id}`;
  const [, className] = /\.([^#.]+)/.exec(lastCompound) ?? [];
  return className === undefined ? lastCompound || '*' : `.${className}`;
}

/** Rules of style sheets by the elements that they can match. */
export type SvgStyleRules = ReadonlyMap<string, readonly SvgProperties[]>;

/**
 * Reads style sheets.
 * @param css the text of all elements `style`
 * @returns all rules for each subject of `subjectOfSelector`: specificity and order are ignored
 */
export function parseSvgStyleRules(css: string): SvgStyleRules {
  const rules = new Map<string, SvgProperties[]>();
  for (const block of plainCssOf(css).split('}')) {
    const [body, selectors] = block.split('{').toReversed();
    if (body === undefined || selectors === undefined) continue;
    const declarations = parseDeclarations(body);
    for (const subject of new Set(selectors.split(',').map(subjectOfSelector))) {
      const rulesOfSubject = rules.get(subject) ?? [];
      rules.set(subject, rulesOfSubject);
      rulesOfSubject.push(declarations);
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
          ...classes.split(/\s+/).map((className) => `.${className}`),
        ]),
      ].flatMap((subject) => rules.get(subject) ?? []);
