import type { Schemas } from '../../client/client.ts';

type Slide = Schemas['Slide'];
/** Fields of a slide that a request can set, without its image. */
export type SlideFields = Omit<Schemas['UpdateSlideBody'], 'version' | 'image'>;

/** Fields of a slide that a request can set, besides its image. A field that is missing here does not compile. */
const FIELDS = {
  title: true,
  bullet_points: true,
  speaker_notes: true,
  layout: true,
  build: true,
  duration_seconds: true,
  transition: true,
  image_motion: true,
  image_variable: true,
  cut_speech: true,
  bullet_style: true,
  bullet_levels: true,
  markup: true,
  code: true,
  table: true,
  chart: true,
  column_break: true,
} as const satisfies Record<keyof SlideFields, true>;

/** Names of fields that the API answers and takes under one name. */
export const SLIDE_FIELDS = Object.keys(FIELDS) as (keyof SlideFields)[];

/** The names of fields for people. */
export const FIELD_NAMES: Readonly<Record<keyof SlideFields, string>> = {
  title: 'Title',
  bullet_points: 'Points',
  speaker_notes: 'Speaker notes',
  layout: 'Layout',
  build: 'Points one by one',
  duration_seconds: 'Seconds',
  transition: 'Transition',
  image_motion: 'Image motion',
  image_variable: 'Image variable',
  cut_speech: 'Cut speech',
  bullet_style: 'Bullet style',
  bullet_levels: 'Levels of points',
  markup: 'Markup',
  code: 'Code',
  table: 'Table',
  chart: 'Chart',
  column_break: 'Column break',
};

/** An answer without nulls in its parts, which requests leave out. */
const withoutNulls = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) as Value;

/** Every field of a slide, as a request takes it. */
export function contentOf(slide: Slide): Required<SlideFields> {
  const { code, table, chart, transition, ...rest } = slide;
  const content = {
    ...rest,
    transition,
    code: code && (withoutNulls(code) as Schemas['CodeInput']),
    table: table && (withoutNulls(table) as Schemas['TableInput']),
    chart: chart && (withoutNulls(chart) as Schemas['ChartInput']),
  };
  return Object.fromEntries(SLIDE_FIELDS.map((name) => [name, content[name]])) as Required<SlideFields>;
}

/** JSON with the fields of each object in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';

/** Whether two values are the same JSON, in whichever order their fields are. */
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
    (name) => SLIDE_FIELDS.includes(name) && !isSame(before[name], now[name]) && !isSame(body[name], now[name]),
  );
}
