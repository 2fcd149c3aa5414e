import type { FoundBrand } from './found-brand.ts';
import { brandColorsOfLogo } from './logo-colors.ts';
import type { BrandDecoder } from './ports.ts';
import { toTemplateName } from './template-name.ts';

/** A picture of a client that is to be a logo. */
export interface LogoFile {
  bytes: Uint8Array;
  /** Its address, if it was fetched. */
  url?: string | undefined;
}

const FALLBACK_NAME = 'Brand of a logo';

/** The name of the file in an address, without its extension and with spaces for punctuation; undefined if the address has none. */
function templateNameFromUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const [file = ''] = new URL(url).pathname.split('/').slice(-1);
  return toTemplateName(file.replace(/\.\w{2,5}$/, '').replace(/[^\p{L}\p{N}]+/gu, ' '));
}

/** Reads the brand of a logo: the colours of its pixels. @throws ServiceError `image_invalid` */
export async function brandOfLogo(
  decoder: Pick<BrandDecoder, 'decodeLogo'>,
  accountId: string,
  { bytes, url }: LogoFile,
): Promise<FoundBrand> {
  const logo = { ...(await decoder.decodeLogo(bytes, accountId)), where: 'The logo' };
  return { name: templateNameFromUrl(url) ?? FALLBACK_NAME, colors: brandColorsOfLogo(logo), fonts: {}, logo };
}
