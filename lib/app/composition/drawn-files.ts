import { makeFontIsolated } from '#app/sandbox/make-font-isolated.ts';
import { ByteCache } from '#kernel/shared/byte-cache.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { isClientsFont } from '#kernel/shared/storage-keys.ts';
import { config, services } from './services.ts';

/** Fonts of earlier versions that were made in this process. */
const KEPT_FONT_BYTES = 64 * 2 ** 20;
/** Seconds in which one is made, of the 29 that a request has. */
const FONT_SECONDS = 15;

const UNUSABLE =
  'A font of the template was stored by an earlier version and cannot be drawn. Upload the font again, and name the new one in the template.';

/**
 * Reads fonts and logos of templates, for the engine that draws. The decoder made them, except fonts that earlier versions stored
 * as they were sent: such a font is made in its own process when this one first draws with it, so that no engine sees a
 * client's bytes here. Nothing is written: a process that is killed leaves nothing.
 * @param getBytes reads a file by its key
 * @param environment of the process that makes a font
 * @returns a function that throws ServiceError `font_invalid` for a font that cannot be drawn
 */
export function readDrawnFiles(
  getBytes: (key: string) => Promise<Uint8Array> = (key) => services().files.getBytes(key),
  environment: () => Readonly<Record<string, string>> = () => config().bareEnvironment,
): (key: string) => Promise<Uint8Array> {
  const made = new ByteCache<Uint8Array>(KEPT_FONT_BYTES, ({ length }) => length);
  const make = async (key: string): Promise<Uint8Array> => {
    const signal = AbortSignal.timeout(FONT_SECONDS * 1000);
    try {
      return (await makeFontIsolated(await getBytes(key), environment(), signal)).bytes;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      throw new ServiceError('font_invalid', UNUSABLE, { cause: error });
    }
  };
  return (key) => (isClientsFont(key) ? made.get(key, () => make(key)) : getBytes(key));
}
