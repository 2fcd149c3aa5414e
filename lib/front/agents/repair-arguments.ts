import { likelyField } from '#kernel/contract/likely-field.ts';
import type { Fault } from '#kernel/shared/errors.ts';
import { ownValue } from '#kernel/shared/own-value.ts';
import type { InputSchema } from './input-schema.ts';
import { advisedWords, repairedValue, shapeOf, UNREPAIRED } from './repair-value.ts';

type Key = string | number;
type Container = Record<Key, unknown>;

/** A repair, in words that can be followed without the whole arguments. */
export interface Change {
  field: string;
  /** Its name, or its place, is this one. */
  renamed_to?: string;
  /** Its value is this one. */
  becomes?: unknown;
}

export interface Repair {
  repaired: object;
  changes: Change[];
  /** Faults that are not repaired without a loss or a guess. */
  left: Fault[];
}

/** `slides[3].title` → `slides`, 3, `title`. */
const keysOf = (param: string): Key[] =>
  [...param.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );

function schemaAt(schema: InputSchema, keys: readonly Key[]): InputSchema | undefined {
  return keys.reduce<InputSchema | undefined>((outer, key) => {
    const shape = shapeOf(outer);
    return shapeOf(typeof key === 'number' ? shape?.items : ownValue(shape?.properties, key));
  }, schema);
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const valueAt = (root: Container, keys: readonly Key[]): unknown =>
  keys.reduce<unknown>((value, key) => (isContainer(value) ? ownValue(value, String(key)) : undefined), root);

/** Place of a fault, and the names that are known there. */
interface Place {
  container: Container;
  last: Key;
  known: readonly string[];
  isUnknown: boolean;
  /** The schema of the container. */
  around: InputSchema | undefined;
  schema: InputSchema | undefined;
}

function placeOf(root: Container, schema: InputSchema, { param }: Fault): Place | undefined {
  const keys = keysOf(param);
  const last = keys.at(-1);
  const outer = keys.slice(0, -1);
  const container = valueAt(root, outer);
  if (last === undefined || !isContainer(container)) return undefined;
  const around = schemaAt(schema, outer);
  const names = around?.properties;
  const isUnknown = names !== undefined && typeof last === 'string' && !Object.hasOwn(names, last);
  return { container, last, known: Object.keys(names ?? {}), isUnknown, around, schema: schemaAt(schema, keys) };
}

/** Words that others have for fields, where no name is alike. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ heading: 'title', headline: 'title', name: 'title' },
  ...{
    bullets: 'bullet_points',
    points: 'bullet_points',
    content: 'bullet_points',
    body: 'bullet_points',
    items: 'bullet_points',
    text: 'bullet_points',
  },
  ...{
    notes: 'speaker_notes',
    narration: 'speaker_notes',
    script: 'speaker_notes',
    voiceover: 'speaker_notes',
    speech: 'speaker_notes',
    say: 'speaker_notes',
  },
  ...{
    picture: 'image',
    image_url: 'image',
    photo: 'image',
    duration: 'duration_seconds',
    seconds: 'duration_seconds',
  },
  ...{
    template: 'template_id',
    theme: 'template_id',
    style: 'template_id',
    lang: 'language',
    pages: 'slides',
    deck: 'markdown',
  },
};

/** The known name that an unknown one means: as the message says, else one that is alike, else one of the same meaning. */
function meantName(name: string, known: readonly string[], message = ''): string | undefined {
  const plain = name.toLowerCase().replace(/[\s-]+/g, '_');
  const synonym = ownValue(SYNONYMS, plain);
  return (
    advisedWords(message).find((word) => known.includes(word)) ??
    (synonym !== undefined && known.includes(synonym) ? synonym : undefined) ??
    likelyField(name, known)
  );
}

/** Gives a field that does not exist the name that was meant. @returns undefined where that is not known, or the name is taken */
function rename({ container, last, known }: Place, message: string): string | undefined {
  const name = String(last);
  const meant = meantName(name, known, message);
  if (meant === undefined || Object.hasOwn(container, meant)) return undefined;
  container[meant] = ownValue(container, name);
  delete container[name];
  return meant;
}

/** Puts a field that belongs into the only item of a list, such as a slide's among those of the timeline, where it belongs. */
function moveInto({ container, last, around }: Place, made: Map<string, Container>): string | undefined {
  for (const [list, schema] of Object.entries(around?.properties ?? {})) {
    const names = Object.keys(shapeOf(shapeOf(schema)?.items)?.properties ?? {});
    const meant = meantName(String(last), names);
    if (meant === undefined) continue;
    const item = made.get(list) ?? (Object.hasOwn(container, list) ? undefined : {});
    if (!item || Object.hasOwn(item, meant)) continue;
    made.set(list, item);
    container[list] = [item];
    item[meant] = ownValue(container, String(last));
    delete container[last];
    return `${list}[0].${meant}`;
  }
  return undefined;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Faults that a client was notified of, once each. */
const once = (faults: readonly Fault[]): Fault[] => [...new Map(faults.map((fault) => [fault.param, fault])).values()];

/**
 * The arguments of a call with each fault repaired: names that were misspelt or are those of another place, words that are not among
 * the choices, values of another type, numbers out of range. All that was sent is kept; a fault that cannot be repaired so is left. Pure.
 */
export function repairArguments(given: object, schema: InputSchema, faults: readonly Fault[]): Repair {
  const root = structuredClone(given) as Container;
  const changes: Change[] = [];
  const left: Fault[] = [];
  const made = new Map<string, Container>();
  const placed = once(faults).map((fault) => ({ fault, place: placeOf(root, schema, fault) }));
  // Names first: what was missing may have been misspelt.
  for (const { fault, place } of placed) {
    if (!place?.isUnknown) continue;
    const renamed_to = rename(place, fault.message) ?? moveInto(place, made);
    if (renamed_to === undefined) left.push(fault);
    else changes.push({ field: fault.param, renamed_to });
  }
  for (const { fault } of placed.filter(({ place }) => !place?.isUnknown)) {
    const place = placeOf(root, schema, fault);
    const before = place && ownValue(place.container, String(place.last));
    const value = place ? repairedValue(before, place.schema, fault.message) : UNREPAIRED;
    if (!place || value === UNREPAIRED || isSame(value, before)) {
      // What was missing came with its right name.
      if (!isMissingNoMore(fault, before)) left.push(fault);
      continue;
    }
    place.container[place.last] = value;
    changes.push({ field: fault.param, becomes: value });
  }
  return { repaired: root, changes, left };
}

const isMissingNoMore = ({ message }: Fault, value: unknown): boolean =>
  value !== undefined && message.startsWith('This field is missing');
