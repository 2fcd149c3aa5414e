/** Rules of a text of a slide or of a timeline that may name variables. */
export interface TextRule {
  /** Form of a value in it: always as it is, as `markup` of the slide requires, or as a part of spoken text. */
  form: 'plain' | 'marked' | 'spoken';
  /** The fewest characters; absent: 0. */
  least?: number;
  /** The most characters; absent: its field is checked as a whole. */
  most?: number;
  /** The most lines; absent: any number. */
  lines?: number;
  /** Viewers read it, which takes time. */
  isRead?: true;
  /** Program text: braces in it are mostly its own. */
  isCode?: true;
}

/** The places of texts in a value: names of members, and `*` for every item of a list. None: the value is the text. */
export type TextPath<Value> = Value extends string
  ? readonly []
  : Value extends readonly (infer Item)[]
    ? readonly ['*', ...TextPath<Item>]
    : Value extends object
      ? { [Name in keyof Value & string]-?: readonly [Name, ...TextPath<NonNullable<Value[Name]>>] }[keyof Value &
          string]
      : never;

/** The texts in a field, each with its rules; empty: none. */
export type FieldTexts<Path extends readonly string[] = readonly string[]> = readonly (TextRule & { at: Path })[];

/** Takes a text with its rules and its place, the name of its field first, and returns what stands there from then on. */
export type VisitText = (text: string, rule: TextRule, path: readonly (string | number)[]) => string;

/** A text, with its rules and its place: the name of the field first. */
export interface PlacedText {
  text: string;
  rule: TextRule;
  path: readonly (string | number)[];
}

/** A rule, and what is left of its path. */
type Ahead = readonly [rule: TextRule, path: readonly string[]];

const below = (rules: readonly Ahead[], name: string): Ahead[] =>
  rules.flatMap(([rule, [next, ...rest]]) => (next === name ? [[rule, rest] as const] : []));

/** A value with its texts as `visit` returns them, visited item by item. What is absent stays absent. */
function mapBelow(value: unknown, rules: readonly Ahead[], path: (string | number)[], visit: VisitText): unknown {
  if (typeof value === 'string') {
    const [rule] = rules.find(([, rest]) => rest.length === 0) ?? [];
    return rule ? visit(value, rule, path) : value;
  }
  if (Array.isArray(value)) {
    const inner = below(rules, '*');
    return value.map((item, index) => mapBelow(item, inner, [...path, index], visit));
  }
  if (typeof value !== 'object' || value === null) return value;
  const names = new Set(rules.flatMap(([, [next]]) => next ?? []));
  const members = new Map<string, unknown>(Object.entries(value));
  const mapped = [...names].flatMap((name) =>
    members.get(name) === undefined
      ? []
      : [[name, mapBelow(members.get(name), below(rules, name), [...path, name], visit)]],
  );
  return { ...value, ...Object.fromEntries(mapped) };
}

/** The definitions of fields, as far as they say what texts there are. */
type WithTexts = Readonly<Record<string, { texts: FieldTexts }>>;

/** The fields of some values that hold texts, with each text as `visit` returns it. */
export function mapTexts(fields: WithTexts, values: object, visit: VisitText): Record<string, unknown> {
  const present = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { texts }]) => {
      const value = present.get(name);
      if (texts.length === 0 || value === undefined) return [];
      const rules = texts.map((rule) => [rule, rule.at] as const);
      return [[name, mapBelow(value, rules, [name], visit)]];
    }),
  );
}

/** All texts of the fields of some values, in the order of the fields. */
export function textsIn(fields: WithTexts, values: object): PlacedText[] {
  const found: PlacedText[] = [];
  mapTexts(fields, values, (text, rule, path) => {
    found.push({ text, rule, path });
    return text;
  });
  return found;
}

/** A place as messages name it: `slides[3].title`. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
