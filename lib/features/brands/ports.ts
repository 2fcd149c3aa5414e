import type { PictureCrop } from '#engine/deck-reading/deck.ts';
import type { FoundLogo } from './found-brand.ts';
import type { ThemeFacts } from './theme-facts.ts';
import type { WebPageFacts, WebPageFiles } from './web-page-facts.ts';

/** A logo without the place where it was found. */
export type DecodedLogo = Pick<FoundLogo, 'bytes' | 'facts' | 'palette' | 'edge'>;

/**
 * The isolated function that parses files of clients. Each call takes one of the account's slots for such work. All methods throw
 * ServiceError `unavailable` after the deadline.
 */
export interface BrandDecoder {
  /** Reads the look of a page. @throws ServiceError `page_invalid` */
  readPage(files: WebPageFiles, accountId: string): Promise<WebPageFacts>;
  /** Decodes a picture, SVG too, encodes it again and measures its colours. @throws ServiceError `image_invalid` */
  decodeLogo(bytes: Uint8Array, accountId: string, crop?: PictureCrop): Promise<DecodedLogo>;
  /**
   * Reads the theme of a deck.
   * @returns the theme, and the bytes of its logo as they are in the file; empty: it has none
   * @throws ServiceError `import_invalid`, `import_encrypted`, `import_too_large`
   */
  readTheme(bytes: Uint8Array, accountId: string): Promise<ThemeFacts & { bytes: Uint8Array }>;
}
