/** Rules for a text of a slide or a timeline that may contain variables. */
export interface VariableTextRule {
  /** The form in which values are inserted: unchanged; escaped if the slide has `markup`; or escaped if the spoken text is SSML. */
  form: 'plain' | 'marked' | 'spoken';
  /** The fewest characters; absent: 0. */
  least?: number;
  /** The most characters; absent: only the field as a whole is checked. */
  most?: number;
  /** The most lines; absent: any number. */
  lines?: number;
  /** Present if viewers read it, so that it counts for the reading time. */
  isRead?: true;
  /** Present for program code, whose braces are mostly not variables. */
  isCode?: true;
}

/** The paths of texts in a value: names of members, and `*` for every item of a list. An empty path: the value itself is the text. */
export type VariableTextPath<Value> = Value extends string
  ? readonly []
  : Value extends readonly (infer Item)[]
    ? readonly ['*', ...VariableTextPath<Item>]
    : Value extends object
      ? {
          [Name in keyof Value & string]-?: readonly [Name, ...VariableTextPath<NonNullable<Value[Name]>>];
        }[keyof Value & string]
      : never;

/** The texts in a field, each with its path and rules; empty if the field has none. */
export type VariableTextsOfField<Path extends readonly string[] = readonly string[]> = readonly (VariableTextRule & {
  at: Path;
})[];

/** Called for each text, with its rules and its path (starting with the name of the field). @returns the text that replaces it */
export type VisitVariableText = (text: string, rule: VariableTextRule, path: readonly (string | number)[]) => string;

/** A text with its rules and its path, which starts with the name of the field. */
export interface VariableTextWithPath {
  text: string;
  rule: VariableTextRule;
  path: readonly (string | number)[];
}

/** A rule with the rest of its path below the present value. */
type Ahead = readonly [rule: VariableTextRule, path: readonly string[]];

/** The rules for the texts below a member. */
const below = (rules: readonly Ahead[], name: string): Ahead[] =>
  rules.flatMap(([rule, [next, ...rest]]) => (next === name ? [[rule, rest] as const] : []));

/** Replaces the texts in a value by the results of `visit`; absent members remain absent. */
function mapBelow(
  value: unknown,
  rules: readonly Ahead[],
  path: (string | number)[],
  visit: VisitVariableText,
): unknown {
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

/** Definitions of fields with the texts in them. */
type WithTexts = Readonly<Record<string, { texts: VariableTextsOfField }>>;

/** Replaces the texts in some values by the results of `visit`. @returns only the fields that contain texts */
export function mapVariableTextsOfFields(
  fields: WithTexts,
  values: object,
  visit: VisitVariableText,
): Record<string, unknown> {
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
export function variableTextsIn(fields: WithTexts, values: object): VariableTextWithPath[] {
  const found: VariableTextWithPath[] = [];
  mapVariableTextsOfFields(fields, values, (text, rule, path) => {
    found.push({ text, rule, path });
    return text;
  });
  return found;
}

/** Formats a path for messages: `slides[3].title`. */
export const formatFieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
