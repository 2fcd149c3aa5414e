import { ownPropertyValue } from './own-property-value.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reports whether two JSON values are equal, whatever the order of their fields. An undefined field equals an absent one. */
export function hasSameJsonContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => hasSameJsonContent(ownPropertyValue(one, name), ownPropertyValue(other, name)));
}
