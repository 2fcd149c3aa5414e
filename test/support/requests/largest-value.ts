import { z } from 'zod';
import type { Keyword, Step } from './bounds.ts';
import type { Resolve, Schema } from './schema.ts';

export interface Filling {
  /** The character that free texts are made of. */
  readonly character: string;
  /**
   * Values by the names of their fields, for fields that mean something: ids of what there is, addresses. Undefined: such a field is
   * left out. A bound that is tried alone goes before them.
   */
  readonly known: Readonly<Record<string, unknown>>;
}

/** The pattern of e-mail addresses, which have at most 254 characters. */
const EMAIL = z.regexes.email.source;

/** The longest texts for patterns that free text does not fit. The first of a list is the shortest name that differs from others. */
const BY_PATTERN: Readonly<Record<string, (index: number) => string>> = {
  '^#[0-9a-fA-F]{6}$': () => '#ffffff',
  '^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$': () => '#ffffffff',
  '^[0-9a-f]{64}$': () => 'f'.repeat(64),
  "^[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M} .'’_-]*[\\p{L}\\p{N}\\p{M}.])?$": (index) => `${index}`.padEnd(40, 'n'),
  '^[a-z][a-z0-9_]{0,39}$': (index) => variableName(index),
  '^sl_[0-9A-HJKMNP-TV-Z]{26}$': () => `sl_${'0'.repeat(26)}`,
  '^[\\w.:-]{1,40}$': (index) => String(index).padEnd(40, '_'),
  '^([\\w.:-]{1,40})=(.{0,500})$': () => `${'n'.repeat(40)}=${'v'.repeat(500)}`,
  '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$': () => LONGEST_LANGUAGE,
  [EMAIL]: () => `${'a'.repeat(242)}@example.com`,
  '^\\d{1,2}(\\.\\d{1,3})?$': () => '00.999',
  '^(0(\\.\\d+)?|1(\\.0+)?),(0(\\.\\d+)?|1(\\.0+)?)$': () => `0.${'9'.repeat(1000)},1.${'0'.repeat(1000)}`,
};

/** The pattern of texts without spaces that are sent in headers. */
const ASCII = '^[\\x21-\\x7E]{1,255}$';
/** Patterns that any text of the right length fits. */
const FREE_TEXTS = ['', '^[^\\u0000]*$', ASCII];

/** English, and the longest that a tag may say next to. */
const LONGEST_LANGUAGE = 'en-x-abcdefgh-abcdefgh-abcdefgh-abc';

/** A name of a variable that is as long as it may be. */
export const variableName = (index: number): string => `v${index}`.padEnd(40, '_');

/** An address at a host that does not exist. @param length in characters */
export const longAddress = (length: number): string => 'https://receiver.example/'.padEnd(length, 'a');

const ADDRESSES = ['url', 'webhook_url'];
/** Texts of sounds in IPA, of which no digit is one. They need not differ in a list. */
const SOUNDS = 'ipa';

/** Free text. Texts of one list differ in how they start, for which short ones get longer. @param length in characters */
function freeText(character: string, length: number, index: number): string {
  const beginning = index === 0 ? '' : String(index);
  return beginning + character.repeat(Math.max(0, length - beginning.length));
}

/** Makes values of schemas. */
export function valueMaker(resolve: Resolve, { character, known }: Filling) {
  /** Texts by what decides on them: those of the largest request are a few, each many times. */
  const texts = new Map<string, string>();

  function textOf(schema: Schema, name: string, length: number, index: number): string {
    const key = [schema.pattern, schema.maxLength, ADDRESSES.includes(name), name === SOUNDS, length, index].join();
    const text = texts.get(key) ?? newText(schema, name, length, index);
    texts.set(key, text);
    return text;
  }

  function newText({ pattern = '', ...schema }: Schema, name: string, length: number, index: number): string {
    if (ADDRESSES.includes(name)) return longAddress(schema.maxLength ?? 2048);
    if (name === SOUNDS) return 'a'.repeat(length);
    const longest = BY_PATTERN[pattern];
    if (!longest && !FREE_TEXTS.includes(pattern)) throw new Error(`BY_PATTERN has no longest text for ${pattern}.`);
    const text = longest?.(index) ?? freeText(pattern === ASCII ? 'k' : character, length, index);
    return [...text].length > (schema.maxLength ?? Infinity) ? freeText(character, length, 0) : text;
  }

  const isNull = (schema: Schema): boolean => resolve(schema).schema.type === 'null';

  /** The smallest value: what a field has next to the one that is tried. */
  function smallest(outer: Schema, name = '', index = 0): unknown {
    const { schema } = resolve(outer);
    if (Object.hasOwn(known, name) && known[name] !== undefined) return known[name];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.anyOf) return smallest(schema.anyOf.find((one) => !isNull(one)) ?? {}, name, index);
    if (schema.type === 'string') return textOf(schema, name, Math.max(1, schema.minLength ?? 0), index);
    if (schema.type === 'number' || schema.type === 'integer') return Math.max(0, schema.minimum ?? 0);
    if (schema.type === 'boolean') return false;
    if (schema.type === 'array') return itemsOf(schema, schema.minItems ?? 0, name, smallest);
    return propertiesOf(schema, schema.required ?? [], smallest, index);
  }

  /** The largest value: each bound within is reached, except in fields whose value is known. */
  function largest(outer: Schema, name = '', index = 0): unknown {
    const { schema } = resolve(outer);
    if (Object.hasOwn(known, name)) return known[name];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum.at(-1);
    if (schema.anyOf) return largest(schema.anyOf.find((one) => !isNull(one)) ?? {}, name, index);
    if (schema.type === 'string') return textOf(schema, name, schema.maxLength ?? 1000, index);
    if (schema.type === 'number' || schema.type === 'integer') return schema.maximum ?? 0;
    if (schema.type === 'boolean') return true;
    if (schema.type === 'array') return itemsOf(schema, schema.maxItems ?? 1, name, largest);
    const { additionalProperties, propertyNames = {}, maxProperties = 0 } = schema;
    if (typeof additionalProperties === 'object' && schema.properties === undefined)
      return entriesOf(additionalProperties, propertyNames, maxProperties, largest);
    return propertiesOf(schema, Object.keys(schema.properties ?? {}), largest, index);
  }

  type Make = (schema: Schema, name: string, index: number) => unknown;

  const itemsOf = ({ items = {} }: Schema, count: number, name: string, make: Make): unknown[] =>
    Array.from({ length: count }, (_, index) => make(items, `${name}[]`, index));

  const entriesOf = (values: Schema, names: Schema, count: number, make: Make): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        textOf(resolve(names).schema, '', 40, index),
        make(values, '', index),
      ]),
    );

  const propertiesOf = (
    { properties = {} }: Schema,
    names: readonly string[],
    make: Make,
    index: number,
  ): Record<string, unknown> =>
    Object.fromEntries(
      names
        .map((name) => [name, make(properties[name] ?? {}, name, index)] as const)
        .filter(([, value]) => value !== undefined),
    );

  /** A value that reaches one bound, and is the smallest next to. */
  function reaching(outer: Schema, steps: readonly Step[], keyword: Keyword, name = ''): unknown {
    const { schema } = resolve(outer);
    const [step, ...rest] = steps;
    if (step === undefined) return atBound(schema, keyword, name);
    if ('branch' in step) return reaching(schema.anyOf?.[step.branch] ?? {}, rest, keyword, name);
    if ('property' in step) {
      const inner = schema.properties?.[step.property] ?? {};
      return { ...(smallest(schema) as object), [step.property]: reaching(inner, rest, keyword, step.property) };
    }
    if (step.within === 'item') {
      const others = itemsOf(schema, Math.max(0, (schema.minItems ?? 0) - 1), name, smallest);
      return [reaching(schema.items ?? {}, rest, keyword, name), ...others];
    }
    const names = schema.propertyNames ?? {};
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    const value = step.within === 'value' ? reaching(values, rest, keyword) : smallest(values);
    return { [textOf(resolve(names).schema, '', 40, 0)]: value };
  }

  function atBound(schema: Schema, keyword: Keyword, name: string): unknown {
    // A list names what there is.
    if (keyword === 'maxItems' && Array.isArray(known[name])) return known[name];
    if (keyword === 'maxItems') return itemsOf(schema, schema.maxItems ?? 0, name, smallest);
    if (keyword === 'maxProperties')
      return entriesOf(
        typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {},
        schema.propertyNames ?? {},
        schema.maxProperties ?? 0,
        smallest,
      );
    if (keyword === 'enum') return schema.enum?.at(-1);
    if (keyword === 'maximum' || keyword === 'minimum') return schema[keyword];
    return textOf(schema, name, schema.maxLength ?? 1000, 0);
  }

  return { smallest, largest, reaching };
}
