import { findLikelyField } from '#kernel/contract/likely-field.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { InlinedJsonSchema } from './inlined-json-schema.ts';
import {
  quotedWordsOfAdvice,
  repairValueForSchema,
  schemaWithoutAlternatives,
  VALUE_NOT_REPAIRED,
} from './repair-value.ts';

type Key = string | number;
type Container = Record<Key, unknown>;

/** One change of a repair, for arguments that are too long to be shown as a whole. */
export interface ToolArgumentRepairChange {
  /** Path of the field as it was sent. */
  field: string;
  /** Its correct name or path. */
  renamed_to?: string;
  /** Its repaired value. */
  becomes?: unknown;
}

/** Repaired arguments of a call. */
export interface ToolArgumentRepair {
  repaired: object;
  changes: ToolArgumentRepairChange[];
  /** Faults that remain, because their repair would lose or guess a value. */
  left: RequestFault[];
}

/** The keys of a path: `slides[3].title` → `slides`, 3, `title`. */
const keysOf = (param: string): Key[] =>
  [...param.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );

/** The schema of the field with a path; undefined for an unknown path. */
function schemaAt(schema: InlinedJsonSchema, keys: readonly Key[]): InlinedJsonSchema | undefined {
  return keys.reduce<InlinedJsonSchema | undefined>((outer, key) => {
    const shape = schemaWithoutAlternatives(outer);
    return schemaWithoutAlternatives(typeof key === 'number' ? shape?.items : ownPropertyValue(shape?.properties, key));
  }, schema);
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const valueAt = (root: Container, keys: readonly Key[]): unknown =>
  keys.reduce<unknown>((value, key) => (isContainer(value) ? ownPropertyValue(value, String(key)) : undefined), root);

/** The place of a fault in the arguments. */
interface Place {
  /** The object or list that has the field. */
  container: Container;
  /** The name or index of the field in its container. */
  key: Key;
  /** Names of fields that the container may have. */
  knownNames: readonly string[];
  /** True if the schema of the container has no field of this name. */
  isUnknown: boolean;
  /** The schema of the container. */
  containerSchema: InlinedJsonSchema | undefined;
  /** The schema of the field. */
  schema: InlinedJsonSchema | undefined;
}

function placeOf(root: Container, schema: InlinedJsonSchema, { param }: RequestFault): Place | undefined {
  const keys = keysOf(param);
  const key = keys.at(-1);
  const outer = keys.slice(0, -1);
  const container = valueAt(root, outer);
  if (key === undefined || !isContainer(container)) return undefined;
  const containerSchema = schemaAt(schema, outer);
  const properties = containerSchema?.properties;
  const isUnknown = properties !== undefined && typeof key === 'string' && !Object.hasOwn(properties, key);
  return {
    container,
    key,
    knownNames: Object.keys(properties ?? {}),
    isUnknown,
    containerSchema,
    schema: schemaAt(schema, keys),
  };
}

/** Names of other APIs for fields of this one, whose spelling is not similar to the field's name. */
const SYNONYMS: Readonly<Record<string, string>> = {
  heading: 'title',
  headline: 'title',
  name: 'title',
  bullets: 'bullet_points',
  points: 'bullet_points',
  content: 'bullet_points',
  body: 'bullet_points',
  text: 'bullet_points',
  notes: 'speaker_notes',
  narration: 'speaker_notes',
  script: 'speaker_notes',
  voiceover: 'speaker_notes',
  speech: 'speaker_notes',
  say: 'speaker_notes',
  picture: 'image',
  image_url: 'image',
  photo: 'image',
  duration: 'duration_seconds',
  seconds: 'duration_seconds',
  template: 'template_id',
  theme: 'template_id',
  style: 'template_id',
  lang: 'language',
  pages: 'slides',
  deck: 'markdown',
};

/** The known name that an unknown one most likely means: the one that the message advises, else a synonym, else one of similar spelling. */
function intendedName(name: string, knownNames: readonly string[], message = ''): string | undefined {
  const normalizedName = name.toLowerCase().replace(/[\s-]+/g, '_');
  const synonym = ownPropertyValue(SYNONYMS, normalizedName);
  return (
    quotedWordsOfAdvice(message).find((word) => knownNames.includes(word)) ??
    (synonym !== undefined && knownNames.includes(synonym) ? synonym : undefined) ??
    findLikelyField(name, knownNames)
  );
}

/**
 * Renames an unknown field to the name that was meant.
 * @returns the new name; undefined if none is known, or the container has a field of that name
 */
function renameField({ container, key, knownNames }: Place, message: string): string | undefined {
  const name = String(key);
  const newName = intendedName(name, knownNames, message);
  if (newName === undefined || Object.hasOwn(container, newName)) return undefined;
  container[newName] = ownPropertyValue(container, name);
  delete container[name];
  return newName;
}

/**
 * Moves a field into an item of a list, if items of that list have such a field. For example, `bullet_points` of a timeline becomes that of
 * a first slide. Only a list that was not sent gets an item.
 * @param addedItems the added items, by the name of their list
 * @returns the new path of the field; undefined if no list fits
 */
function moveIntoListItem(
  { container, key, containerSchema }: Place,
  addedItems: Map<string, Container>,
): string | undefined {
  for (const [list, schema] of Object.entries(containerSchema?.properties ?? {})) {
    const names = Object.keys(schemaWithoutAlternatives(schemaWithoutAlternatives(schema)?.items)?.properties ?? {});
    const itemField = intendedName(String(key), names);
    // A name of the container itself is not moved: a second title of a slide is not the title of an item of the slide.
    if (itemField === undefined || Object.hasOwn(containerSchema?.properties ?? {}, itemField)) continue;
    const item = addedItems.get(list) ?? (Object.hasOwn(container, list) ? undefined : {});
    if (!item || Object.hasOwn(item, itemField)) continue;
    addedItems.set(list, item);
    container[list] = [item];
    item[itemField] = ownPropertyValue(container, String(key));
    delete container[key];
    return `${list}[0].${itemField}`;
  }
  return undefined;
}

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The faults, at most one for each field: the last one. */
const oneFaultPerField = (faults: readonly RequestFault[]): RequestFault[] => [
  ...new Map(faults.map((fault) => [fault.param, fault])).values(),
];

/**
 * Repairs the arguments of a call: misspelt or misplaced names, words that are not among the choices, values of another type, numbers out
 * of range. No value that was sent is lost; a fault that cannot be repaired without a loss is `left`. Pure.
 * @param sentArguments the arguments; not changed
 * @param faults the faults that a validation found in them
 */
export function repairArguments(
  sentArguments: object,
  schema: InlinedJsonSchema,
  faults: readonly RequestFault[],
): ToolArgumentRepair {
  const root = structuredClone(sentArguments) as Container;
  const changes: ToolArgumentRepairChange[] = [];
  const remainingFaults: RequestFault[] = [];
  const addedItems = new Map<string, Container>();
  const placedFaults = oneFaultPerField(faults).map((fault) => ({ fault, place: placeOf(root, schema, fault) }));
  // Names are repaired first, because a field that is missing may have been sent with a misspelt name.
  for (const { fault, place } of placedFaults) {
    if (!place?.isUnknown) continue;
    const renamed_to = renameField(place, fault.message) ?? moveIntoListItem(place, addedItems);
    if (renamed_to === undefined) remainingFaults.push(fault);
    else changes.push({ field: fault.param, renamed_to });
  }
  for (const { fault } of placedFaults.filter(({ place }) => !place?.isUnknown)) {
    const place = placeOf(root, schema, fault);
    const sentValue = place && ownPropertyValue(place.container, String(place.key));
    const value = place ? repairValueForSchema(sentValue, place.schema, fault.message) : VALUE_NOT_REPAIRED;
    if (!place || value === VALUE_NOT_REPAIRED || isSameJson(value, sentValue)) {
      // A missing field that a rename has provided is repaired.
      if (!isNoLongerMissing(fault, sentValue)) remainingFaults.push(fault);
      continue;
    }
    place.container[place.key] = value;
    changes.push({ field: fault.param, becomes: value });
  }
  return { repaired: root, changes, left: remainingFaults };
}

const isNoLongerMissing = ({ message }: RequestFault, value: unknown): boolean =>
  value !== undefined && message.startsWith('This field is missing');
