import type { Schemas } from '#front/client/client.ts';
import { FIELD_DEFINITIONS } from './field-definitions.ts';

type Slide = Schemas['Slide'];
/** Fields of a slide that a request can set, without its image and the states of that. */
export type SlideFields = Omit<Schemas['UpdateSlideBody'], 'version' | 'image' | 'builds'>;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field as its definition describes it. */
interface FieldDefinition {
  label: string;
  /** Paths of the texts in its value: names of members, and `*` for every item of a list. */
  texts: readonly { at: readonly string[]; isRead: boolean }[];
}

/** Fields of a slide that a request can set, besides its image. A field that is missing here does not compile. */
const DEFINITIONS: Readonly<Record<keyof SlideFields, FieldDefinition>> = FIELD_DEFINITIONS;

/** Names of fields that the API answers and takes under one name. */
export const CONTENT_FIELDS = Object.keys(DEFINITIONS) as (keyof SlideFields)[];

/** The name of a field for people. */
export const labelOf = (field: keyof SlideFields): string => DEFINITIONS[field].label;

function textsAt(value: unknown, [next, ...rest]: readonly string[]): string[] {
  if (next === undefined) return typeof value === 'string' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, rest));
  return isRecord(value) ? textsAt(new Map<string, unknown>(Object.entries(value)).get(next), rest) : [];
}

/** Texts of a slide that may hold variables. @param isRead only those that viewers read */
export const slideTexts = (slide: Slide, { isRead = false } = {}): string[] =>
  CONTENT_FIELDS.flatMap((name) =>
    DEFINITIONS[name].texts.flatMap((text) => (text.isRead || !isRead ? textsAt(slide[name], text.at) : [])),
  );

/** An answer without nulls in its parts, which requests leave out. */
const withoutNulls = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) as Value;

/** Every field of a slide, as a request takes it. */
export const contentOf = (slide: Slide): Required<SlideFields> =>
  Object.fromEntries(
    CONTENT_FIELDS.map((name) => {
      const value = slide[name];
      return [name, isRecord(value) ? withoutNulls(value) : value];
    }),
  ) as Required<SlideFields>;

/** JSON with the fields of each object in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';

/** Reports whether two values are the same JSON, in whichever order their fields are. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The fields of `body` as a slide has them. */
export function fieldsOf(slide: Slide, body: SlideFields): SlideFields {
  const content = contentOf(slide);
  return Object.fromEntries(Object.keys(body).map((name) => [name, content[name as keyof SlideFields]]));
}

/** Fields of `body` that another one has changed meanwhile, to something else than `body` makes them. */
export function overlapping(before: SlideFields, theirs: Slide, body: SlideFields): (keyof SlideFields)[] {
  const now = contentOf(theirs);
  return (Object.keys(body) as (keyof SlideFields)[]).filter(
    (name) => CONTENT_FIELDS.includes(name) && !isSame(before[name], now[name]) && !isSame(body[name], now[name]),
  );
}
