/** An OpenAPI description, or a part of it. */
type Json = { readonly [key: string]: unknown };

/** Which side sends the value: requests may be taken more widely, answers may only say more. */
type Direction = 'request' | 'answer';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
/** Bounds of a request that may not rise. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
/** Bounds of a request that may not fall. */
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** What else narrows a request. */
const CONSTRAINTS = ['pattern', 'format', 'multipleOf'] as const;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isJson(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const namesOf = (value: unknown): readonly string[] => listOf(value).map(String);

/** Follows a reference within the description. */
function resolve(document: Json, value: unknown): Json {
  const object = objectOf(value);
  if (typeof object.$ref !== 'string') return object;
  const target = object.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => objectOf(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (!isJson(target)) throw new RangeError(`The description has no ${object.$ref}.`);
  return resolve(document, target);
}

/** The alternatives of a schema: those of its unions, and one for each of its types. */
function alternativesOf(document: Json, schema: unknown): readonly Json[] {
  const resolved = resolve(document, schema);
  const union = [...listOf(resolved.anyOf), ...listOf(resolved.oneOf)];
  if (union.length > 0) return union.flatMap((one) => alternativesOf(document, one));
  return Array.isArray(resolved.type) ? resolved.type.map((type) => ({ ...resolved, type })) : [resolved];
}

/** Compares two descriptions. It keeps both, since every reference belongs to one of them. */
class Comparison {
  readonly #before: Json;
  readonly #after: Json;
  /** Pairs of schemas that are being compared, since a schema may contain itself, or that break nothing. */
  readonly #known = new Set<string>();

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  operations(): string[] {
    const paths = objectOf(this.#before.paths);
    return Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter((method) => method in objectOf(item)).flatMap((method) => {
        const name = `${method.toUpperCase()} ${path}`;
        const after = objectOf(objectOf(this.#after.paths)[path])[method];
        return isJson(after) ? this.#operation(name, objectOf(objectOf(item)[method]), after) : [`${name} is gone`];
      }),
    );
  }

  events(): string[] {
    const bodyOf = (event: unknown) => objectOf(objectOf(event).post).requestBody;
    return Object.entries(objectOf(this.#before.webhooks)).flatMap(([name, event]) => {
      const after = objectOf(this.#after.webhooks)[name];
      return after === undefined
        ? [`event ${name} is gone`]
        : this.#content(`event ${name}`, bodyOf(event), bodyOf(after), 'answer');
    });
  }

  #operation(name: string, before: Json, after: Json): string[] {
    const isOpen = (operation: Json) => Array.isArray(operation.security) && operation.security.length === 0;
    return [
      ...(before.operationId === after.operationId ? [] : [`${name} has another operationId`]),
      ...(isOpen(before) && !isOpen(after) ? [`${name} needs credentials now`] : []),
      ...this.#parameters(name, before, after),
      ...this.#body(name, before.requestBody, after.requestBody),
      ...this.#answers(name, objectOf(before.responses), objectOf(after.responses)),
    ];
  }

  #parameters(name: string, before: Json, after: Json): string[] {
    const byName = (document: Json, operation: Json) =>
      new Map(
        listOf(operation.parameters)
          .map((one) => resolve(document, one))
          .map((one) => [`${String(one.in)} ${String(one.name)}`, one]),
      );
    const old = byName(this.#before, before);
    const now = byName(this.#after, after);
    const required = [...now].filter(([key, one]) => one.required === true && old.get(key)?.required !== true);
    return [
      ...required.map(([key]) => `${name}: ${key} is required now`),
      ...[...old].flatMap(([key, one]) => {
        const match = now.get(key);
        return match === undefined
          ? [`${name}: ${key} is gone`]
          : this.#schema(`${name}: ${key}`, one.schema, match.schema, 'request');
      }),
    ];
  }

  #body(name: string, before: unknown, after: unknown): string[] {
    const isRequired = (document: Json, body: unknown) => resolve(document, body).required === true;
    return [
      ...(isRequired(this.#after, after) && !isRequired(this.#before, before)
        ? [`${name}: a body is required now`]
        : []),
      ...(before === undefined ? [] : this.#content(`${name} body`, before, after, 'request')),
    ];
  }

  #answers(name: string, before: Json, after: Json): string[] {
    return Object.entries(before).flatMap(([status, old]) => {
      const place = `${name} ${status}`;
      const now = after[status];
      // An error that no longer occurs breaks no client.
      if (now === undefined) return status.startsWith('2') ? [`${place} is gone`] : [];
      const headers = (document: Json, answer: unknown) => Object.keys(objectOf(resolve(document, answer).headers));
      const kept = new Set(headers(this.#after, now));
      return [
        ...headers(this.#before, old).flatMap((one) => (kept.has(one) ? [] : [`${place}: header ${one} is gone`])),
        ...this.#content(place, old, now, 'answer'),
      ];
    });
  }

  #content(place: string, before: unknown, after: unknown, direction: Direction): string[] {
    const now = objectOf(resolve(this.#after, after).content);
    return Object.entries(objectOf(resolve(this.#before, before).content)).flatMap(([type, old]) =>
      type in now
        ? this.#schema(place, objectOf(old).schema, objectOf(now[type]).schema, direction)
        : [`${place}: ${type} is gone`],
    );
  }

  #schema(place: string, before: unknown, after: unknown, direction: Direction): string[] {
    const pair = JSON.stringify([before, after, direction]);
    if (this.#known.has(pair)) return [];
    this.#known.add(pair);
    const changes = this.#alternatives(place, before, after, direction);
    if (changes.length > 0) this.#known.delete(pair);
    return changes;
  }

  #alternatives(place: string, before: unknown, after: unknown, direction: Direction): string[] {
    const old = alternativesOf(this.#before, before);
    const now = alternativesOf(this.#after, after);
    const [first, second] = [old[0], now[0]];
    if (old.length === 1 && now.length === 1 && first && second) return this.#one(place, first, second, direction);
    // What clients send has to be taken by an alternative; what they get, to be one that they know.
    const [sent, taken] = direction === 'request' ? [old, now] : [now, old];
    return sent.flatMap((one) => {
      const [nearest] = taken
        .filter((other) => {
          const [before, after] = direction === 'request' ? [one, other] : [other, one];
          return changedType(place, before, after, direction).length === 0;
        })
        .map((other) =>
          direction === 'request' ? this.#one(place, one, other, direction) : this.#one(place, other, one, direction),
        )
        .sort((a, b) => a.length - b.length);
      const end = direction === 'request' ? 'no longer taken' : 'new in an answer';
      return nearest ?? [`${place}: ${String(one.type ?? 'an alternative')} is ${end}`];
    });
  }

  #one(place: string, before: Json, after: Json, direction: Direction): string[] {
    return [
      ...changedType(place, before, after, direction),
      ...changedValues(place, before, after, direction),
      ...(direction === 'request' ? narrowedBounds(place, before, after) : []),
      ...this.#properties(place, before, after, direction),
      ...this.#parts(place, before, after, direction),
    ];
  }

  #properties(place: string, before: Json, after: Json, direction: Direction): string[] {
    const [old, now] = [objectOf(before.properties), objectOf(after.properties)];
    const [wasRequired, isRequired] = [new Set(namesOf(before.required)), new Set(namesOf(after.required))];
    const required =
      direction === 'request'
        ? [...isRequired].filter((name) => !wasRequired.has(name)).map((name) => `${place}.${name} is required now`)
        : [...wasRequired]
            .filter((name) => name in now && !isRequired.has(name))
            .map((name) => `${place}.${name} may be absent now`);
    return [
      ...required,
      ...Object.entries(old).flatMap(([name, schema]) =>
        name in now ? this.#schema(`${place}.${name}`, schema, now[name], direction) : [`${place}.${name} is gone`],
      ),
    ];
  }

  /** Items of arrays, and values of maps. */
  #parts(place: string, before: Json, after: Json, direction: Direction): string[] {
    const [old, now] = [listOf(before.prefixItems), listOf(after.prefixItems)];
    return [
      ...(isJson(before.items) && isJson(after.items)
        ? this.#schema(`${place}[]`, before.items, after.items, direction)
        : []),
      ...old.flatMap((one, at) => (at in now ? this.#schema(`${place}[${at}]`, one, now[at], direction) : [])),
      ...(isJson(before.additionalProperties) && isJson(after.additionalProperties)
        ? this.#schema(`${place}{}`, before.additionalProperties, after.additionalProperties, direction)
        : []),
      ...(direction === 'request' ? this.#narrowedParts(place, before, after) : []),
    ];
  }

  /** Names of maps, and parts that were free before. */
  #narrowedParts(place: string, before: Json, after: Json): string[] {
    return [
      ...(isJson(after.propertyNames)
        ? this.#schema(`${place}{name}`, objectOf(before.propertyNames), after.propertyNames, 'request')
        : []),
      ...(isJson(after.items) && !isJson(before.items) ? [`${place}[] takes some items only`] : []),
      ...(after.additionalProperties === false && before.additionalProperties !== false && before.type === 'object'
        ? [`${place} takes named fields only`]
        : []),
    ];
  }
}

function changedType(place: string, before: Json, after: Json, direction: Direction): string[] {
  const [sent, taken] = direction === 'request' ? [before, after] : [after, before];
  const fits =
    taken.type === undefined || sent.type === taken.type || (sent.type === 'integer' && taken.type === 'number');
  return fits ? [] : [`${place}: ${String(before.type)} is ${String(after.type)} now`];
}

/** Words of enumerations. Answers may have new ones: clients are asked to expect them. */
function changedValues(place: string, before: Json, after: Json, direction: Direction): string[] {
  const valuesOf = (schema: Json) =>
    'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (direction === 'answer') return old && !now ? [`${place} has any value now`] : [];
  if (!now) return [];
  if (!old) return [`${place} takes some values only`];
  return old
    .filter((value) => !now.includes(value))
    .map((value) => `${place} no longer takes ${JSON.stringify(value)}`);
}

function narrowedBounds(place: string, before: Json, after: Json): string[] {
  const numberOf = (schema: Json, key: string, absent: number) =>
    typeof schema[key] === 'number' ? schema[key] : absent;
  return [
    ...LOWER_BOUNDS.filter((key) => numberOf(after, key, -Infinity) > numberOf(before, key, -Infinity)),
    ...UPPER_BOUNDS.filter((key) => numberOf(after, key, Infinity) < numberOf(before, key, Infinity)),
    ...CONSTRAINTS.filter((key) => after[key] !== undefined && after[key] !== before[key]),
  ].map((key) => `${place}: ${key} is ${String(after[key])}, was ${String(before[key] ?? 'absent')}`);
}

/**
 * Changes of a description that break a client of the older one, a sentence each: what it sends is refused, or what it reads is gone.
 * New operations, fields, optional parameters, error statuses and values of answers break no client.
 */
export function breakingChanges(before: object, after: object): string[] {
  const comparison = new Comparison({ ...before }, { ...after });
  return [...new Set([...comparison.operations(), ...comparison.events()])];
}
