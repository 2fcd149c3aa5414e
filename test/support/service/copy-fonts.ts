import { fontRepository } from '#adapters/aws/fonts/font-repository.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { Service } from './start-service.ts';
import { withTable } from './with-table.ts';

const NO_LIMITS = { own_fonts: Number.MAX_SAFE_INTEGER, stored_bytes: Number.MAX_SAFE_INTEGER };

/** Gives an account copies of a font that it has: an upload takes a second to prove that it can be drawn. */
export const copyFonts = (service: Service, accountId: string, count: number): Promise<void> =>
  withTable(service, async (table) => {
    const fonts = fontRepository(table);
    const [font] = await fonts.all(accountId);
    if (!font) throw new Error('The account has no font.');
    for (let copy = 0; copy < count; copy++) await fonts.insert({ ...font, id: newId('font') }, NO_LIMITS, {});
  });
