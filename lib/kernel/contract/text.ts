import { z } from 'zod';

/**
 * Schema of a text of `min` to `max` characters (code points, as JSON Schema counts them). Unpaired surrogates are refused: no store keeps
 * them, so that the answer would differ from the request. U+0000 is refused because arguments of commands cannot contain it.
 */
export const textSchema = (min: number, max: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed(), 'Contains an unpaired surrogate. Send well-formed Unicode.')
    .refine((value) => !value.includes('\0'), 'Contains the character U+0000. Remove it.')
    .refine(
      (value) => {
        // A code point has one or two UTF-16 code units: between these bounds, the code points need not be counted.
        const length = value.length <= max && value.length >= 2 * min ? value.length : [...value].length;
        return length >= min && length <= max;
      },
      min === 0 ? `At most ${max} characters.` : `From ${min} to ${max} characters.`,
    )
    .meta({ minLength: min, maxLength: max, pattern: '^[^\\u0000]*$' });

/** The number of bytes of a value in the JSON of an event. */
const jsonByteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Maximum length of an address in bytes of JSON, without the quotation marks. */
const MAX_ADDRESS_BYTES = 2048;

/** Schema of an address. Other code checks whether it is a URL that may be requested. */
export const urlTextSchema = z
  .string()
  .min(1)
  .max(MAX_ADDRESS_BYTES)
  .refine((value) => jsonByteLength(value) <= MAX_ADDRESS_BYTES + 2, `At most ${MAX_ADDRESS_BYTES} bytes.`);

/**
 * Maximum length of the JSON of metadata, in bytes. An event contains the metadata of its render, and five signed addresses of up to
 * 2 KB each. With this limit the event stays under 20 KB; the addresses of extras are left out if they do not fit.
 */
const MAX_METADATA_BYTES = 5120;

/** Schema of metadata: up to 20 pairs of short texts that a client stores with a resource, together at most 5 KB. */
export const metadataSchema = z
  .record(z.string().regex(/^[\w.:-]{1,40}$/, 'Use up to 40 letters, digits and . _ : -'), textSchema(0, 500))
  .refine((pairs) => Object.keys(pairs).length <= 20, 'At most 20 pairs.')
  .refine((pairs) => jsonByteLength(pairs) <= MAX_METADATA_BYTES, `At most ${MAX_METADATA_BYTES} bytes in all.`)
  .meta({ maxProperties: 20 });
