import { z } from 'zod';

/**
 * A text of `min` to `max` characters (code points, as JSON Schema counts them). Unpaired surrogates are refused: no store
 * keeps them, so the answer would differ from what was sent. U+0000 is refused because no command takes it.
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed(), 'Contains an unpaired surrogate. Send well-formed Unicode.')
    .refine((value) => !value.includes('\0'), 'Contains the character U+0000. Remove it.')
    .refine(
      (value) => {
        const length = value.length <= max && value.length >= 2 * min ? value.length : [...value].length;
        return length >= min && length <= max;
      },
      min === 0 ? `At most ${max} characters.` : `From ${min} to ${max} characters.`,
    )
    .meta({ minLength: min, maxLength: max, pattern: '^[^\\u0000]*$' });

/** The bytes of a value in an event. */
const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const ADDRESS_BYTES = 2048;

/** An address as a client writes it. Whether it is a URL that may be used is checked elsewhere. */
export const urlText = z
  .string()
  .min(1)
  .max(ADDRESS_BYTES)
  .refine((value) => jsonBytes(value) <= ADDRESS_BYTES + 2, `At most ${ADDRESS_BYTES} bytes.`);

/**
 * An event carries the pairs of its render, and five signed addresses, each of up to 2 KB with temporary credentials. With
 * this limit it stays under 20 KB; the addresses of extras are left out where they do not fit.
 */
const METADATA_BYTES = 5120;

/** Up to 20 pairs of short texts that a client keeps with a resource, together at most 5 KB. */
export const metadata = z
  .record(z.string().regex(/^[\w.:-]{1,40}$/, 'Use up to 40 letters, digits and . _ : -'), text(0, 500))
  .refine((pairs) => Object.keys(pairs).length <= 20, 'At most 20 pairs.')
  .refine((pairs) => jsonBytes(pairs) <= METADATA_BYTES, `At most ${METADATA_BYTES} bytes in all.`)
  .meta({ maxProperties: 20 });
