import { SETTINGS, SLIDE_FIELDS } from '#features/timelines/contract.ts';
import { DESCRIBED, type InputSchema } from './input-schema.ts';

/** Larger bounds tell a model nothing. */
const MAX_TOLD = 100_000;

/** Keywords that a model does not need: the service checks them, and its refusals say what to send. */
const UNLISTED = new Set(['additionalProperties', 'propertyNames', 'minItems', 'maxProperties', 'pattern', 'format']);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);

/** One object instead of several: what each has, and what all need. */
function oneObject(shapes: readonly InputSchema[]): InputSchema {
  const needed = shapes.map(({ required = [] }) => required);
  return {
    type: 'object',
    properties: Object.assign({}, ...shapes.map(({ properties }) => properties)) as Record<string, InputSchema>,
    required: needed[0]?.filter((name) => needed.every((names) => names.includes(name))) ?? [],
  };
}

/** A schema without alternatives, where that is possible: one of a value or null is that value. */
function withoutAlternatives(schema: InputSchema): InputSchema {
  const { anyOf, oneOf, ...rest } = schema;
  const shapes = (anyOf ?? oneOf)?.map(withoutAlternatives).filter(({ type }) => type !== 'null');
  if (!shapes) return schema;
  const [only, second] = shapes;
  if (only && !second) return { ...only, ...rest };
  if (shapes.every(({ type }) => type === 'object')) return { ...oneObject(shapes), ...rest };
  return schema;
}

function isTold(name: string, value: unknown): boolean {
  if (UNLISTED.has(name)) return false;
  if (name === 'default' || name === 'required') return !isEmpty(value);
  if (name === 'minLength' || name === 'minimum' || name === 'maximum' || name === 'maxLength')
    return name !== 'minLength' && Math.abs(Number(value)) <= MAX_TOLD;
  return true;
}

/** Sentences that say what null or an absent field means: a model leaves the field out. */
const OF_NULL = /(?:^|(?<=\. ))(?:Null|Absent|Empty|Absent or null): [^.]*\.\s?/g;

const shortWords: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...Object.values(SETTINGS), ...Object.values(SLIDE_FIELDS)].map((field) => field.shortWords),
);

/** Fields of the contracts whose descriptions for developers can be said in fewer words, by their names. */
export const SHORT_DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...shortWords,
    image: 'The image of the slide, by its https address.',
    extras: 'Extra files, in addition to the video.',
    quality: 'Larger files look better.',
    captions: 'Separate files, a track in the video, or drawn into the picture.',
    slide_range: 'Positions, from 0, of the first and the last slide to render.',
  }),
);

/** A description without what a model does not need. */
const inShort = (name: string, description: string): string =>
  (SHORT_DESCRIPTIONS.get(name) ?? description).replace(OF_NULL, '').trim();

/** Values of any kind by names that the client chooses keep what their values are. */
const isMap = ({ type, properties }: InputSchema): boolean => type === 'object' && properties === undefined;

/**
 * A schema as small as a model needs it: without references, alternatives of null, bounds that only refuse what is unusual, and
 * without the fields that are not told. What is taken is decided by the whole schema. Pure.
 * @param unlisted names of fields that are taken and not told, at any depth
 * @param name of the field that has the schema
 */
export function advertisedSchema(whole: InputSchema, unlisted: ReadonlySet<string>, name = ''): InputSchema {
  const schema = withoutAlternatives(whole);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  const told = Object.entries(schema).filter(([name, value]) => isTold(name, value) && !DESCRIBED.has(name));
  const { properties, items, additionalProperties } = schema;
  const description = typeof schema.description === 'string' ? inShort(name, schema.description) : undefined;
  return {
    ...Object.fromEntries(told),
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties)
              .filter(([field]) => !unlisted.has(field))
              .map(([field, inner]) => [field, advertisedSchema(inner, unlisted, field)]),
          ),
        }),
    ...(items === undefined ? {} : { items: advertisedSchema(items, unlisted) }),
    ...(isMap(schema) && typeof additionalProperties === 'object' ? { additionalProperties: true } : {}),
  };
}
