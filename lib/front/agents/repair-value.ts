import { closestMatch } from 'leven';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { InlinedJsonSchema } from './inlined-json-schema.ts';

/** Result for a value that cannot be repaired without losing a part of it or guessing. */
export const VALUE_NOT_REPAIRED = Symbol('unrepaired');

/** A schema without alternatives: the first alternative that is not null. */
export const schemaWithoutAlternatives = (schema: InlinedJsonSchema | undefined): InlinedJsonSchema | undefined => {
  const shapes = schema?.anyOf ?? schema?.oneOf;
  return shapes
    ? {
        ...schema,
        anyOf: undefined,
        oneOf: undefined,
        ...shapes.map(schemaWithoutAlternatives).find((shape) => shape?.type !== 'null'),
      }
    : schema;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The number in a value, such as `"5 s"`, brought into the range of the schema. */
function repairedNumber(value: unknown, { type, minimum = -Infinity, maximum = Infinity }: InlinedJsonSchema): unknown {
  const numberText =
    typeof value === 'string' ? /^\s*(-?\d+(?:\.\d+)?)\s*(?:s|px|seconds)?\s*$/.exec(value)?.[1] : undefined;
  const number = numberText === undefined ? value : Number(numberText);
  if (typeof number !== 'number' || !Number.isFinite(number)) return VALUE_NOT_REPAIRED;
  const boundedNumber = Math.min(Math.max(number, minimum), maximum);
  return type === 'integer' ? Math.round(boundedNumber) : boundedNumber;
}

/** The text of an object that has only this value, such as `{text: "One"}`; any other value unchanged. */
function unwrapText(value: unknown): unknown {
  if (!isObject(value)) return value;
  const [first, second] = Object.values(value);
  return second === undefined && typeof first === 'string' ? first : VALUE_NOT_REPAIRED;
}

/** The text of a value: of a list, its items as lines. */
function repairedText(value: unknown, { maxLength = Infinity }: InlinedJsonSchema): unknown {
  const parts = Array.isArray(value) ? value.map(unwrapText) : [unwrapText(value)];
  if (parts.some((part) => !['string', 'number', 'boolean'].includes(typeof part))) return VALUE_NOT_REPAIRED;
  const text = parts.join('\n').replaceAll('\0', '').toWellFormed();
  return [...text].length > maxLength ? VALUE_NOT_REPAIRED : text;
}

const BOOLEAN_WORDS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...(['true', 'yes', 'on', 1] as const).map((word) => [word, true] as const),
  ...(['false', 'no', 'off', 0] as const).map((word) => [word, false] as const),
]);

/** The longest text, in characters, that is taken for a misspelt word. */
const MAX_WORD_CHARACTERS = 40;

/** The words in quotes of a message that advises what to send: `Use the language tag "en".`, `Did you mean \`landscape\`?`. Else none. */
export const quotedWordsOfAdvice = (message: string): string[] =>
  /\b(?:Use|Send|Did you mean|Choose|Write)\b/.test(message) && !message.includes('such as')
    ? [...message.matchAll(/["`]([^"`]+)["`]/g)].flatMap(([, word]) => word ?? [])
    : [];

/** The choice that a value most likely means: a number in quotes, the word that the message advises, or a similar word. */
function repairedChoice(value: unknown, choices: readonly unknown[], message: string): unknown {
  const numericValue = typeof value === 'string' ? Number(value) : value;
  if (choices.includes(numericValue)) return numericValue;
  const words = choices.filter((choice) => typeof choice === 'string');
  const advisedWords = quotedWordsOfAdvice(message).filter((word) => words.includes(word) && word !== value);
  // A message with several of the words lists all choices, and does not advise one.
  if (advisedWords.length === 1) return advisedWords[0];
  const text = String(value).trim();
  if (text.length > MAX_WORD_CHARACTERS) return VALUE_NOT_REPAIRED;
  const normalizedWord = text.toLowerCase().replace(/[\s-]+/g, '_');
  const nearest = closestMatch(normalizedWord, words, {
    maxDistance: Math.max(1, Math.floor(normalizedWord.length / 3)),
  });
  const prefixMatches = words.filter((word) => word.startsWith(normalizedWord) || normalizedWord.startsWith(word));
  return nearest ?? (prefixMatches.length === 1 && normalizedWord.length > 2 ? prefixMatches[0] : VALUE_NOT_REPAIRED);
}

/** The lines of a text as items of a list, without bullets and numbers. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '');

/** The list that a value stands for: the lines of a text, or the value as its only item. */
function repairedList(value: unknown, { items, maxItems = Infinity }: InlinedJsonSchema): unknown {
  const takesTexts = schemaWithoutAlternatives(items)?.type === 'string';
  const list = typeof value === 'string' && takesTexts ? linesOf(value) : Array.isArray(value) ? value : [value];
  return list.length > maxItems ? VALUE_NOT_REPAIRED : list;
}

/** The object that a text stands for: `{type: "fade"}` for `"fade"`, `{url}` for an address. It needs an object with one required field. */
function repairedObject(value: unknown, { properties = {}, required = [], anyOf, oneOf }: InlinedJsonSchema): unknown {
  if (Array.isArray(value) && value.length === 1 && isObject(value[0])) return value[0];
  const [requiredName] = required.length === 1 && !anyOf && !oneOf ? required : [];
  if (
    requiredName === undefined ||
    typeof value !== 'string' ||
    schemaWithoutAlternatives(ownPropertyValue(properties, requiredName))?.type !== 'string'
  )
    return VALUE_NOT_REPAIRED;
  return { [requiredName]: value };
}

/**
 * The value that the schema accepts and that is nearest to a refused one, without loss; `VALUE_NOT_REPAIRED` if there is none. Pure.
 * @param message the reason for the refusal
 */
export function repairValueForSchema(value: unknown, schema: InlinedJsonSchema | undefined, message: string): unknown {
  const shape = schemaWithoutAlternatives(schema);
  if (!shape) return VALUE_NOT_REPAIRED;
  if (value === undefined || value === null) return shape.default ?? shape.const ?? VALUE_NOT_REPAIRED;
  if (shape.enum) return repairedChoice(value, shape.enum, message);
  switch (shape.type) {
    case 'number':
    case 'integer':
      return repairedNumber(value, shape);
    case 'string': {
      const [advisedWord, secondWord] = quotedWordsOfAdvice(message).filter((word) => word !== value);
      return advisedWord !== undefined && secondWord === undefined ? advisedWord : repairedText(value, shape);
    }
    case 'boolean':
      return BOOLEAN_WORDS.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? VALUE_NOT_REPAIRED;
    case 'array':
      return repairedList(value, shape);
    case 'object':
      return repairedObject(value, shape);
    default:
      return VALUE_NOT_REPAIRED;
  }
}
