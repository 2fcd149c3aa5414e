import { ownPropertyValue } from './own-property-value.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reports whether two JSON values are equal, whatever the order of their fields. An undefined field equals an absent one. */
export function hasSameJsonContent(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true;
  if (!isObject(first) || !isObject(second) || Array.isArray(first) !== Array.isArray(second)) return false;
  if (Array.isArray(first) && Array.isArray(second) && first.length !== second.length) return false;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => hasSameJsonContent(ownPropertyValue(first, name), ownPropertyValue(second, name)));
}
