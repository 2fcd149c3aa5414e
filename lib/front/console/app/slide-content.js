import { FIELD_DEFINITIONS } from './field-definitions.ts';

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Fields of a slide that a request can set, besides its image. A field that is missing here does not compile. */
const DEFINITIONS = FIELD_DEFINITIONS;
/** Names of fields that the API answers and takes under one name. */
export const CONTENT_FIELDS = Object.keys(DEFINITIONS);
/** The name of a field for people. */
export const labelOf = (field) => DEFINITIONS[field].label;
function textsAt(value, [next, ...rest]) {
  if (next === undefined) return typeof value === 'string' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, rest));
  return isRecord(value) ? textsAt(new Map(Object.entries(value)).get(next), rest) : [];
}
/** Texts of a slide that may hold variables. @param isRead only those that viewers read */
export const slideTexts = (slide, { isRead = false } = {}) =>
  CONTENT_FIELDS.flatMap((name) =>
    DEFINITIONS[name].texts.flatMap((text) => (text.isRead || !isRead ? textsAt(slide[name], text.at) : [])),
  );
/** An answer without nulls in its parts, which requests leave out. */
const withoutNulls = (value) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
/** Every field of a slide, as a request takes it. */
export const contentOf = (slide) =>
  Object.fromEntries(
    CONTENT_FIELDS.map((name) => {
      const value = slide[name];
      return [name, isRecord(value) ? withoutNulls(value) : value];
    }),
  );
/** JSON with the fields of each object in one order. */
const canonical = (value) =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';
/** Reports whether two values are the same JSON, in whichever order their fields are. */
export const isSame = (one, other) => canonical(one) === canonical(other);
/** The fields of `body` as a slide has them. */
export function fieldsOf(slide, body) {
  const content = contentOf(slide);
  return Object.fromEntries(Object.keys(body).map((name) => [name, content[name]]));
}
/** Fields of `body` that another one has changed meanwhile, to something else than `body` makes them. */
export function overlapping(before, theirs, body) {
  const now = contentOf(theirs);
  return Object.keys(body).filter(
    (name) => CONTENT_FIELDS.includes(name) && !isSame(before[name], now[name]) && !isSame(body[name], now[name]),
  );
}
