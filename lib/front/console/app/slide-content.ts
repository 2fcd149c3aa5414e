import type { Schemas } from '#front/client/client.ts';
import { CONSOLE_SLIDE_FIELDS } from './console-field-definitions.ts';

type Slide = Schemas['Slide'];
/** Fields of a slide that a request can set, except its images, its video, its presenter and its builds. */
export type SlideRequestFields = Omit<
  Schemas['UpdateSlideBody'],
  'version' | 'image' | 'images' | 'video' | 'presenter' | 'builds'
>;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of a field's definition that the console uses. */
interface FieldDefinition {
  label: string;
  /** Paths of the texts in its value: names of members, and `*` for every item of a list. */
  texts: readonly { at: readonly string[]; isRead: boolean }[];
}

/** The definitions of all fields of `SlideRequestFields`; the compiler reports one that is missing. */
const FIELD_DEFINITIONS: Readonly<Record<keyof SlideRequestFields, FieldDefinition>> = CONSOLE_SLIDE_FIELDS;

/** The names of all fields of `SlideRequestFields`. They are the same in requests and answers. */
export const SLIDE_CONTENT_FIELD_NAMES = Object.keys(FIELD_DEFINITIONS) as (keyof SlideRequestFields)[];

/** Returns the label of a slide field for the form. */
export const labelOfSlideField = (field: keyof SlideRequestFields): string => FIELD_DEFINITIONS[field].label;

function textsAt(value: unknown, [memberName, ...innerPath]: readonly string[]): string[] {
  if (memberName === undefined) return typeof value === 'string' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, innerPath));
  return isRecord(value) ? textsAt(new Map<string, unknown>(Object.entries(value)).get(memberName), innerPath) : [];
}

/** The texts of a slide that may contain variables. @param isRead true: only those that viewers read in the video */
export const slideTexts = (slide: Slide, { isRead = false } = {}): string[] =>
  SLIDE_CONTENT_FIELD_NAMES.flatMap((name) =>
    FIELD_DEFINITIONS[name].texts.flatMap((text) => (text.isRead || !isRead ? textsAt(slide[name], text.at) : [])),
  );

/**
 * A value of an answer as requests have it: without fields that are null, in the objects of lists, too. Null as an entry of a list stays:
 * it is an unknown value of a chart.
 */
function toRequestForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toRequestForm);
  if (!isRecord(value)) return value;
  const setFields = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(setFields.map(([name, each]) => [name, toRequestForm(each)]));
}

/** The items in the form of a request that keeps their images: an image without `url` and `upload_id` is the present one. */
const itemsToRequestForm = (items: Slide['items']): unknown =>
  items?.map(({ image, ...item }) => ({
    ...(toRequestForm(item) as object),
    ...(image === null ? {} : { image: {} }),
  })) ?? null;

/** All fields of a slide, in the form of a request that changes it. */
export const slideContentForRequest = (slide: Slide): Required<SlideRequestFields> =>
  Object.fromEntries(
    SLIDE_CONTENT_FIELD_NAMES.map((name) => [
      name,
      name === 'items' ? itemsToRequestForm(slide.items) : toRequestForm(slide[name]),
    ]),
  ) as Required<SlideRequestFields>;

/** The content of a slide without the images of its items, for a new slide: they are sent afterwards. */
export const slideContentWithoutItemPictures = <Content extends Pick<Schemas['CreateSlideBody'], 'items'>>(
  content: Content,
): Content => ({
  ...content,
  ...(content.items ? { items: content.items.map(({ image: _, ...item }) => item) } : {}),
});

/** A value as JSON with sorted fields of objects. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';

/** Reports whether two values are equal as JSON; the order of fields does not matter. */
export const isSameJson = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);

/** The current values that a slide has in the fields of `body`. */
export function currentSlideFieldValues(slide: Slide, body: SlideRequestFields): SlideRequestFields {
  const content = slideContentForRequest(slide);
  return Object.fromEntries(Object.keys(body).map((name) => [name, content[name as keyof SlideRequestFields]]));
}

/**
 * The fields of a change that another client has changed meanwhile to another value.
 * @param before the values when the change was made
 * @param theirSlide the slide as it is now
 * @param body the change
 */
export function editConflictsOfSlide(
  before: SlideRequestFields,
  theirSlide: Slide,
  body: SlideRequestFields,
): (keyof SlideRequestFields)[] {
  const currentContent = slideContentForRequest(theirSlide);
  return (Object.keys(body) as (keyof SlideRequestFields)[]).filter(
    (name) =>
      SLIDE_CONTENT_FIELD_NAMES.includes(name) &&
      !isSameJson(before[name], currentContent[name]) &&
      !isSameJson(body[name], currentContent[name]),
  );
}
