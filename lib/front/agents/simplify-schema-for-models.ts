import { SLIDE_FIELD_DEFINITIONS, TIMELINE_SETTING_DEFINITIONS } from '#features/timelines/contract.ts';
import { type InlinedJsonSchema, SUBSCHEMA_KEYWORDS } from './inlined-json-schema.ts';

/** The largest bound (`minimum`, `maximum`, `maxLength`) that is listed: no model comes near a larger one. */
const MAX_LISTED_BOUND = 100_000;

/** Keywords of JSON Schema that are left out: the service checks them, and its errors tell clients what to send. */
const OMITTED_KEYWORDS = new Set([
  'additionalProperties',
  'propertyNames',
  'minItems',
  'minLength',
  'maxProperties',
  'pattern',
  'format',
]);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);

/**
 * One object schema for several alternatives: it has the properties of all alternatives, and requires those that every alternative
 * requires.
 */
function mergedObject(shapes: readonly InlinedJsonSchema[]): InlinedJsonSchema {
  const requiredNames = shapes.map(({ required = [] }) => required);
  return {
    type: 'object',
    properties: Object.assign({}, ...shapes.map(({ properties }) => properties)) as Record<string, InlinedJsonSchema>,
    required: requiredNames[0]?.filter((name) => requiredNames.every((names) => names.includes(name))) ?? [],
  };
}

/**
 * A schema without `anyOf` and `oneOf`, if possible: alternatives with null are left out, and several objects become one. Other
 * alternatives stay.
 */
function withoutAlternatives(schema: InlinedJsonSchema): InlinedJsonSchema {
  const { anyOf, oneOf, ...otherKeywords } = schema;
  const shapes = (anyOf ?? oneOf)?.map(withoutAlternatives).filter(({ type }) => type !== 'null');
  if (!shapes) return schema;
  const [onlyShape, secondShape] = shapes;
  if (onlyShape && !secondShape) return { ...onlyShape, ...otherKeywords };
  if (shapes.every(({ type }) => type === 'object')) return { ...mergedObject(shapes), ...otherKeywords };
  return schema;
}

/** Defaults that give a model no information, because it would expect them anyway. */
const PLAIN_DEFAULTS: ReadonlySet<unknown> = new Set(['auto', 'none']);

/** Names of fields whose values models copy from answers and requests, so that the bounds of their lengths are not needed. */
const COPIED_FIELDS = /(?:^|_)(?:id|url)$|^(?:voice|icon)$/;

/**
 * Reports whether a keyword with this value is listed in the schema that models get.
 * @param field name of the field that has the schema; empty for items and for the whole
 */
function isListed(field: string, keyword: string, value: unknown): boolean {
  if (OMITTED_KEYWORDS.has(keyword)) return false;
  if (keyword === 'default') return !isEmpty(value) && !PLAIN_DEFAULTS.has(value);
  if (keyword === 'required') return !isEmpty(value);
  if (keyword === 'minimum' && value === 0) return false;
  if (keyword === 'maxLength' && COPIED_FIELDS.test(field)) return false;
  if (keyword === 'minimum' || keyword === 'maximum' || keyword === 'maxLength')
    return Math.abs(Number(value)) <= MAX_LISTED_BOUND;
  return true;
}

/** Sentences of descriptions about null and absent values. They are left out: a model omits a field that it does not need. */
const NULL_SENTENCES = /(?:^|(?<=\. ))(?:Null|Absent|Empty|Absent or null): [^.]*\.\s?/g;

const shortWords: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...Object.values(TIMELINE_SETTING_DEFINITIONS), ...Object.values(SLIDE_FIELD_DEFINITIONS)].map(
    (field) => field.shortWords,
  ),
);

/** Shorter descriptions for models, by the name of the field, which replace those for developers. */
export const FIELD_DESCRIPTIONS_FOR_MODELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...shortWords,
    image: 'By its https address.',
    update: 'Fields by slide id: any of a slide of create_timeline, such as `layout`; null removes a value.',
    csv: 'The rows as CSV: columns external_id, webhook_url and one for each variable.',
    import_id: 'An import that has not ended.',
    stacked: 'Columns, bars or areas.',
    cursor: 'next_cursor of the previous answer.',
    again: 'Also if the same video exists.',
    slide_ids: 'All slides in their new order.',
    audio: 'Also its sound; its characters count as narration.',
    timeline_id: 'From create_timeline.',
    render_id: 'From render_video.',
    batch_id: 'From create_batch.',
    variables: 'Values by name, for `{{name}}` in texts.',
    wait_seconds: 'Less than your client waits for a tool.',
    icon: 'A name of search_icons.',
    images: 'More pictures, for `gallery`.',
    callouts: 'Marks on the picture.',
    video: 'Instead of the image.',
    presenter: 'A video of the speaker.',
    place: 'Only `full` hides the text.',
    slide_numbers: '',
    categories: 'None for `scatter` and `gauge`.',
    values: 'One for each category.',
    series:
      'One for `pie`, `donut`, `funnel`, `gauge`, and `waterfall`: its changes, null is the sum. The last of `combo` is a line. `scatter`: `points` of {x, y, label?} instead of `values`.',
    is_whole_slide: 'True: the image alone, without title and points.',
    fit: '`contain` shows the image whole.',
    extras: 'Extra files, in addition to the video.',
    quality: 'Larger files look better.',
    captions: 'Files, a track in the video, or drawn into the picture.',
    caption_style: 'For captions burned_in.',
    slide_range: 'Positions, from 0, of the first and the last slide to render.',
  }),
);

/** The description of a field for models: shorter if there is one, without sentences about null. */
const shorterDescription = (name: string, description: string): string =>
  (FIELD_DESCRIPTIONS_FOR_MODELS.get(name) ?? description).replace(NULL_SENTENCES, '').trim();

/** Reports whether a schema is that of an object whose names the client chooses, such as `metadata`. */
const isMap = ({ type, properties }: InlinedJsonSchema): boolean => type === 'object' && properties === undefined;

/**
 * The schema that models get: without alternatives of null, bounds that only refuse unusual values, and unlisted fields, because a
 * smaller schema leaves more of the context. Arguments are checked against the whole schema. Pure.
 * @param fullSchema a schema without references (`toInlinedInputSchema`)
 * @param unlisted names of fields that are accepted but not listed: `name` at any depth, `chart.name` only in a field `chart` or in the
 *   items of a list of that name
 * @param name name of the field that has the schema; empty for items and for the whole
 * @param owner name of the field or the list that the properties are part of
 */
export function simplifySchemaForModels(
  fullSchema: InlinedJsonSchema,
  unlisted: ReadonlySet<string>,
  name = '',
  owner = name,
): InlinedJsonSchema {
  const schema = withoutAlternatives(fullSchema);
  const type = Array.isArray(schema.type) ? schema.type.find((listedType) => listedType !== 'null') : schema.type;
  const listedKeywords = Object.entries(schema).filter(
    ([keyword, value]) =>
      keyword !== 'description' && isListed(name, keyword, value) && !SUBSCHEMA_KEYWORDS.has(keyword),
  );
  const { properties, items, additionalProperties } = schema;
  const description = typeof schema.description === 'string' ? shorterDescription(name, schema.description) : undefined;
  return {
    ...Object.fromEntries(listedKeywords),
    ...(description ? { description } : {}),
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties)
              .filter(([field]) => !unlisted.has(field) && !unlisted.has(`${owner}.${field}`))
              .map(([field, inner]) => [field, simplifySchemaForModels(inner, unlisted, field)]),
          ),
        }),
    ...(items === undefined ? {} : { items: simplifySchemaForModels(items, unlisted, '', name) }),
    ...(isMap(schema) && typeof additionalProperties === 'object' ? { additionalProperties: true } : {}),
  };
}
