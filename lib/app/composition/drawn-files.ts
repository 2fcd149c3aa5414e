import { makeFontInSeparateProcess } from '#app/sandbox/make-font-in-separate-process.ts';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { isUnconvertedFontKey } from '#kernel/shared/storage-keys.ts';
import { config, sharedServices } from './services.ts';

/** The most bytes of rewritten fonts that a process keeps in memory. */
const KEPT_FONT_BYTES = 64 * 2 ** 20;
/** Seconds that the rewriting of a font may take, of the 29 that a request has. */
const FONT_SECONDS = 15;

const UNUSABLE_FONT_MESSAGE =
  'A font of the template was stored by an earlier version and cannot be drawn. Upload the font again, and name the new one in the template.';

/**
 * Makes a function that reads fonts and logos of templates for the drawing engine. The decoder has encoded these files again, except fonts
 * that earlier versions of the program stored unchanged. Such a font is rewritten in an isolated process when it is first used, so that the
 * drawing engine never parses a client's bytes. The result is kept in memory only.
 * @param getBytes reads a file by its key
 * @param environment of the process that rewrites a font
 * @returns a function that throws ServiceError `font_invalid` for a font that cannot be drawn
 */
export function createTemplateFileReader(
  getBytes: (key: string) => Promise<Uint8Array> = (key) => sharedServices().files.getBytes(key),
  environment: () => Readonly<Record<string, string>> = () => config().bareEnvironment,
): (key: string) => Promise<Uint8Array> {
  const rewrittenFonts = new ByteLimitedLruCache<Uint8Array>(KEPT_FONT_BYTES, ({ length }) => length);
  const rewriteStoredFont = async (key: string): Promise<Uint8Array> => {
    const signal = AbortSignal.timeout(FONT_SECONDS * 1000);
    try {
      return (await makeFontInSeparateProcess(await getBytes(key), environment(), signal)).bytes;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      throw new ServiceError('font_invalid', UNUSABLE_FONT_MESSAGE, { cause: error });
    }
  };
  return (key) => (isUnconvertedFontKey(key) ? rewrittenFonts.get(key, () => rewriteStoredFont(key)) : getBytes(key));
}
