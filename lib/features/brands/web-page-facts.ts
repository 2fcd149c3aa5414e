import { z } from 'zod';
import { textSchema } from '#kernel/contract/text.ts';
import { MAX_TEMPLATE_NAME_CHARACTERS } from './template-name.ts';

/** Files of a web page, as text. */
export const webPageFilesSchema = z.strictObject({
  /** Address of the page, after redirects. */
  url: z.url(),
  html: z.string(),
  sheets: z.array(z.strictObject({ url: z.url(), css: z.string() })),
  manifest: z.strictObject({ url: z.url(), text: z.string() }).optional(),
});
/** The page, style sheets and manifest of a web page, as text, each with its address. */
export type WebPageFiles = z.output<typeof webPageFilesSchema>;

/** The maximum length of an address in a page; files with longer ones are not fetched. */
export const MAX_PAGE_URL_LENGTH = 2048;
const addressSchema = z.url({ protocol: /^https?$/ }).max(MAX_PAGE_URL_LENGTH);
const placeSchema = z.string().max(400);
const colorSchema = z.strictObject({ color: z.string().regex(/^#[0-9a-f]{6}$/), where: placeSchema });
const fontSchema = z.strictObject({
  families: z.array(z.string().max(80)).min(1).max(6).readonly(),
  where: placeSchema,
});

/**
 * Schema of the look of a web page, as the decoder reports it: the files that the page names, and its colours and fonts. The decoder parses
 * bytes of clients and may have been taken over, so that every text and list has a bound.
 */
export const webPageFactsSchema = z.strictObject({
  /** Name of the site, or title of the page. */
  name: textSchema(1, MAX_TEMPLATE_NAME_CHARACTERS),
  sheets: z.array(addressSchema).max(8),
  manifest: addressSchema.optional(),
  /** Pictures that may be the logo, the best candidate first. */
  logos: z.array(z.strictObject({ kind: z.enum(['logo', 'icon']), url: addressSchema })).max(4),
  background: colorSchema.optional(),
  text: colorSchema.optional(),
  /** Colours that represent the brand, the best one first. */
  accents: z.array(colorSchema).max(6),
  heading: fontSchema.optional(),
  body: fontSchema.optional(),
});
/** The look of a web page: the files that it names, and its colours and fonts. */
export type WebPageFacts = z.output<typeof webPageFactsSchema>;
