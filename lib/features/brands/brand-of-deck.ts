import { ServiceError } from '#kernel/shared/errors.ts';
import type { FoundBrand, FoundBrandFonts, FoundLogo } from './found-brand.ts';
import type { BrandDecoder } from './ports.ts';
import { toTemplateName } from './template-name.ts';
import type { ThemeFacts } from './theme-facts.ts';

const COLOR_PLACE = 'A colour of the theme of the deck';
const FALLBACK_NAME = 'Brand of a deck';

const foundFontsOf = ({ heading, body }: NonNullable<ThemeFacts['fonts']>): FoundBrandFonts => ({
  ...(heading === undefined ? {} : { heading: { families: [heading], where: 'the theme of the deck' } }),
  ...(body === undefined ? {} : { body: { families: [body], where: 'the theme of the deck' } }),
});

/** The logo of a deck; undefined if its picture cannot be decoded. */
async function logoOf(
  decoder: Pick<BrandDecoder, 'decodeLogo'>,
  accountId: string,
  { logo }: ThemeFacts,
  bytes: Uint8Array,
): Promise<FoundLogo | undefined> {
  if (!logo) return undefined;
  try {
    const decoded = await decoder.decodeLogo(bytes, accountId, logo.crop);
    return { ...decoded, where: 'The logo of the slides of the deck', place: logo.place };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'image_invalid') return undefined;
    throw error;
  }
}

/**
 * Reads the brand of a deck (PPTX or ODP): colours and fonts of its theme, and the logo of its slides.
 * @throws ServiceError `import_invalid`, `import_encrypted`, `import_too_large`; `brand_not_found` for a deck without a theme
 */
export async function brandOfDeck(decoder: BrandDecoder, accountId: string, file: Uint8Array): Promise<FoundBrand> {
  const { bytes, ...theme } = await decoder.readTheme(file, accountId);
  const { colors, fonts = {}, title } = theme;
  if (!colors)
    throw new ServiceError('brand_not_found', 'The deck has no theme that can be read. Save it again in its program.', {
      param: 'upload_id',
    });
  const toFoundColor = (color: string) => ({ color, where: COLOR_PLACE });
  return {
    name: toTemplateName(title) ?? FALLBACK_NAME,
    colors: {
      background: toFoundColor(colors.background),
      text: colors.text === undefined ? undefined : toFoundColor(colors.text),
      accents: colors.accent === undefined ? [] : [toFoundColor(colors.accent)],
    },
    fonts: foundFontsOf(fonts),
    logo: await logoOf(decoder, accountId, theme, bytes),
  };
}
