/** Rules for a text of a slide or a timeline that may contain variables. */
export interface VariableTextRule {
  /** The form in which values are inserted: unchanged; escaped if the slide has `markup`; or escaped if the spoken text is SSML. */
  form: 'plain' | 'marked' | 'spoken';
  /** The minimum number of characters; absent: 0. */
  minLength?: number;
  /** The maximum number of characters; absent: only the field as a whole is checked. */
  maxLength?: number;
  /** The maximum number of lines; absent: any number. */
  maxLines?: number;
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
export type VariableTextRulesWithPaths<Path extends readonly string[] = readonly string[]> =
  readonly (VariableTextRule & {
    path: Path;
  })[];

/** Called for each text, with its rules and its path (starting with the name of the field). @returns the text that replaces it */
export type VisitVariableText = (text: string, rule: VariableTextRule, path: readonly (string | number)[]) => string;

/** A text with its rules and its path, which starts with the name of the field. */
export interface VariableTextWithPath {
  text: string;
  rule: VariableTextRule;
  path: readonly (string | number)[];
}

/** A rule with the part of its path that is below the current value. */
type RuleWithPath = readonly [rule: VariableTextRule, path: readonly string[]];

/** The rules for the texts below a member. */
const rulesBelow = (rules: readonly RuleWithPath[], name: string): RuleWithPath[] =>
  rules.flatMap(([rule, [next, ...rest]]) => (next === name ? [[rule, rest] as const] : []));

/** Replaces the texts in a value by the results of `visit`; absent members remain absent. */
function mapTexts(
  value: unknown,
  rules: readonly RuleWithPath[],
  path: (string | number)[],
  visit: VisitVariableText,
): unknown {
  if (typeof value === 'string') {
    const [rule] = rules.find(([, rest]) => rest.length === 0) ?? [];
    return rule ? visit(value, rule, path) : value;
  }
  if (Array.isArray(value)) {
    const itemRules = rulesBelow(rules, '*');
    return value.map((item, index) => mapTexts(item, itemRules, [...path, index], visit));
  }
  if (typeof value !== 'object' || value === null) return value;
  const names = new Set(rules.flatMap(([, [next]]) => next ?? []));
  const members = new Map<string, unknown>(Object.entries(value));
  const mapped = [...names].flatMap((name) =>
    members.get(name) === undefined
      ? []
      : [[name, mapTexts(members.get(name), rulesBelow(rules, name), [...path, name], visit)]],
  );
  return { ...value, ...Object.fromEntries(mapped) };
}

/** Definitions of fields, each with the paths and rules of its texts. */
type FieldsWithTexts = Readonly<Record<string, { texts: VariableTextRulesWithPaths }>>;

/** Replaces the texts in some values by the results of `visit`. @returns only the fields that contain texts */
export function mapVariableTextsOfFields(
  fields: FieldsWithTexts,
  values: object,
  visit: VisitVariableText,
): Record<string, unknown> {
  const valueByName = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { texts }]) => {
      const value = valueByName.get(name);
      if (texts.length === 0 || value === undefined) return [];
      const rules = texts.map((rule) => [rule, rule.path] as const);
      return [[name, mapTexts(value, rules, [name], visit)]];
    }),
  );
}

/** The texts in the fields of some values that may contain variables, each with its rules and path, in the order of `fields`. */
export function collectTextsAllowingVariables(fields: FieldsWithTexts, values: object): VariableTextWithPath[] {
  const foundTexts: VariableTextWithPath[] = [];
  mapVariableTextsOfFields(fields, values, (text, rule, path) => {
    foundTexts.push({ text, rule, path });
    return text;
  });
  return foundTexts;
}

/** Formats a path for messages: `slides[3].title`. */
export const formatFieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
