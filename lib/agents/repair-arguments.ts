import type { Fault } from '../shared/errors.ts';
import type { InputSchema } from './input-schema.ts';

type Key = string | number;

/** `slides[3].title` → `slides`, 3, `title`. */
const keysOf = (param: string): Key[] =>
  [...param.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );

/** The first of several shapes that is a value. */
const shapeOf = (schema: InputSchema | undefined): InputSchema | undefined => {
  const shapes = schema?.anyOf ?? schema?.oneOf;
  return shapes ? { ...schema, ...shapes.find(({ type }) => type !== 'null') } : schema;
};

function schemaAt(schema: InputSchema, keys: readonly Key[]): InputSchema | undefined {
  return keys.reduce<InputSchema | undefined>((outer, key) => {
    const shape = shapeOf(outer);
    return shapeOf(typeof key === 'number' ? shape?.items : own(shape?.properties, key));
  }, schema);
}

const own = <Value>(object: Record<string, Value> | undefined, key: string): Value | undefined =>
  object && Object.hasOwn(object, key) ? object[key] : undefined;

/** How many letters have to be changed, left out or added. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [down, letter] of [...one].entries()) {
    const next = [down + 1];
    for (const [across, wanted] of [...other].entries())
      next.push(
        Math.min((row[across + 1] ?? 0) + 1, (next[across] ?? 0) + 1, (row[across] ?? 0) + (letter === wanted ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Longer names are no slip of the pen. In characters. */
const MAX_MISSPELT = 40;

/** The name that was probably meant. @param slack the share of its letters that may differ */
function nearest(name: string, names: readonly string[], slack: number): string | undefined {
  if (name.length > MAX_MISSPELT) return undefined;
  const [best] = names
    .map((known) => ({ known, off: distance(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, off }) => off <= Math.max(2, known.length * slack))
    .sort((a, b) => a.off - b.off);
  return best?.known;
}

/** A value of this shape, for a field that is missing. */
function sample(schema: InputSchema | undefined): unknown {
  const shape = shapeOf(schema) ?? {};
  if (shape.default !== undefined) return shape.default;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.type === 'array') return [];
  if (shape.type === 'number' || shape.type === 'integer') return shape.minimum ?? 1;
  if (shape.type === 'boolean') return false;
  if (shape.type === 'object')
    return Object.fromEntries((shape.required ?? []).map((name) => [name, sample(own(shape.properties, name))]));
  return 'Example';
}

function repairedNumber(value: unknown, { type, minimum = -Infinity, maximum = Infinity }: InputSchema): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  const within = Math.min(Math.max(number, minimum), maximum);
  return type === 'integer' ? Math.round(within) : within;
}

function repairedText(value: unknown, { maxLength }: InputSchema): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  const letters = [...value.replaceAll('\0', '').toWellFormed()];
  return maxLength !== undefined && letters.length > maxLength
    ? letters.slice(0, maxLength).join('')
    : letters.join('');
}

/** The value that a message of the service advises: `Use the language tag "en".` */
const advised = (message: string): string | undefined => /^Use .*"([^"]+)"\.$/.exec(message)?.[1];

/** A value near to the one that was refused. */
function repaired(value: unknown, schema: InputSchema | undefined, message: string): unknown {
  const shape = shapeOf(schema);
  const advice = advised(message);
  if (advice !== undefined) return advice;
  if (value === undefined || value === null || !shape) return sample(shape);
  const choices = shape.enum?.filter((choice) => typeof choice === 'string');
  if (choices) return (typeof value === 'string' && nearest(value, choices, 0.5)) || choices[0];
  if (shape.type === 'number' || shape.type === 'integer') return repairedNumber(value, shape) ?? sample(shape);
  if (shape.type === 'string') return repairedText(value, shape) ?? sample(shape);
  if (shape.type === 'boolean') return value === 'true';
  if (shape.type === 'array') return Array.isArray(value) ? value.slice(0, shape.maxItems) : [value];
  return sample(shape);
}

type Container = Record<Key, unknown>;
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Gives a field that does not exist the name that was probably meant, or leaves it out. */
function rename(container: Container, name: string, known: readonly string[]): void {
  const meant = nearest(name, known, 0.4);
  if (meant !== undefined && !Object.hasOwn(container, meant)) container[meant] = container[name];
  delete container[name];
}

/** Where a fault is, and the names that are known there; undefined: they are not told. */
function placeOf(root: Container, schema: InputSchema, { param }: Fault) {
  const keys = keysOf(param);
  const last = keys.at(-1);
  const outer = keys.slice(0, -1);
  const container = outer.reduce<unknown>(
    (value, key) => (isContainer(value) ? own(value, String(key)) : undefined),
    root,
  );
  if (last === undefined || !isContainer(container)) return undefined;
  const names = schemaAt(schema, outer)?.properties;
  const isUnknown = names !== undefined && typeof last === 'string' && !Object.hasOwn(names, last);
  return { container, last, known: Object.keys(names ?? {}), isUnknown, schema: schemaAt(schema, keys) };
}

/**
 * The arguments of a call with each fault repaired as far as the schema tells how: names that were misspelt, texts that are
 * too long, numbers out of range, words that are not among the choices, and what is missing. Pure; whether the result is
 * good is for the caller to see.
 */
export function repairArguments(given: object, schema: InputSchema, faults: readonly Fault[]): object {
  const root = structuredClone(given) as Container;
  // Names first: what was missing may have been misspelt.
  for (const fault of faults) {
    const place = placeOf(root, schema, fault);
    if (place?.isUnknown) rename(place.container, String(place.last), place.known);
  }
  for (const fault of faults) {
    const place = placeOf(root, schema, fault);
    if (place && !place.isUnknown)
      place.container[place.last] = repaired(place.container[place.last], place.schema, fault.message);
  }
  return root;
}
