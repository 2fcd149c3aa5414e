/**
 * The value that an object has under its own name. For names that come from outside: `object.constructor` is there for every
 * object. @returns undefined for a name that only its prototype has
 */
export const ownValue = <Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined);
