/**
 * The value of an own property of an object. It is for names that come from clients, because every object inherits properties such as
 * `constructor`. @returns undefined for a name that the object does not have itself
 */
export const ownPropertyValue = <Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined);
