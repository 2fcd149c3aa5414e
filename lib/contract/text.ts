import { z } from 'zod';

/**
 * A text of `least` to `most` characters (code points, as JSON Schema counts them). Lone surrogates are refused: no
 * store keeps them, so they would come back as something else than was sent. So is U+0000, which no command takes.
 */
export const text = (least: number, most: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed(), 'This text has half of a surrogate pair.')
    .refine((value) => !value.includes('\0'), 'This text has a character U+0000.')
    .refine(
      (value) => {
        const length = value.length <= most && value.length >= 2 * least ? value.length : [...value].length;
        return length >= least && length <= most;
      },
      least === 0 ? `At most ${most} characters.` : `From ${least} to ${most} characters.`,
    )
    .meta({ minLength: least, maxLength: most, pattern: '^[^\\u0000]*$' });

/** What a value takes in an event. */
const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const ADDRESS_BYTES = 2048;

/** An address as a client writes it; whether it is one, and may be used, is checked elsewhere. */
export const address = z
  .string()
  .min(1)
  .max(ADDRESS_BYTES)
  .refine((value) => jsonBytes(value) <= ADDRESS_BYTES + 2, `At most ${ADDRESS_BYTES} bytes.`);

/**
 * An event carries the pairs of its render, and five signed addresses, each of which has up to 2 KB where the credentials
 * are temporary; it stays under 20 KB whatever they are.
 */
const METADATA_BYTES = 5120;

/** Up to 20 pairs of short texts that a client keeps with a resource, together at most 5 KB. */
export const metadata = z
  .record(z.string().regex(/^[\w.:-]{1,40}$/, 'Up to 40 letters, digits and . _ : -'), text(0, 500))
  .refine((pairs) => Object.keys(pairs).length <= 20, 'At most 20 pairs.')
  .refine((pairs) => jsonBytes(pairs) <= METADATA_BYTES, `At most ${METADATA_BYTES} bytes in all.`)
  .meta({ maxProperties: 20 });
