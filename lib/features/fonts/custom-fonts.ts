import { createHash } from 'node:crypto';
import {
  limitsOfPlan,
  type Principal,
  storedBytesExceededError,
  tooManyFontsError,
} from '#features/accounts/public.ts';
import { type ReceiveFileDeps, storeFileThenWriteReference, type UploadOperation } from '#features/uploads/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import {
  createTemplateFileTombstone,
  fileTombstoneId,
  type TombstoneStore,
  writeTemplateFileTombstone,
} from '#platform/erasure/public.ts';
import { fontFormSchema } from './contract.ts';
import { entityTagVersionOfFont, type StoredFont } from './font.ts';
import { FONT_FILE_RULES } from './font-rules.ts';
import { storableFontFormatOf } from './kept-format.ts';
import type { CustomFontStore, MakeSafeFont } from './ports.ts';

/** Dependencies of the upload of fonts. */
export interface FontUploadDeps extends ReceiveFileDeps {
  fonts: CustomFontStore;
  readFont: MakeSafeFont;
  tombstones: Pick<TombstoneStore, 'insert'>;
}

/** The operation that adds an uploaded file to the fonts of an account. */
export const fontUploadOperation = (
  deps: FontUploadDeps,
  principal: Principal,
  prepareAnswer: PrepareIdempotentAnswer<StoredFont>,
): UploadOperation<object> => ({
  target: '/fonts',
  rules: FONT_FILE_RULES,
  form: fontFormSchema,
  check: async () => undefined,
  place: (bytes) => addFont(deps, principal, bytes, prepareAnswer),
});

/**
 * Adds a font: stores the file that the decoder made from the client's bytes. A tombstone names the file until the font's item does, so that
 * the sweeper removes it after a kill in between.
 * @throws ServiceError `font_invalid`, `font_restricted`, `unavailable`, `entitlement_required`
 */
async function addFont(
  deps: FontUploadDeps,
  principal: Principal,
  clientFile: Uint8Array,
  prepareAnswer: PrepareIdempotentAnswer<StoredFont>,
): Promise<StoredFont> {
  const { account_id, plan } = principal;
  const limits = limitsOfPlan(plan);
  const { bytes, ...facts } = await deps.readFont(clientFile, account_id);
  const now = deps.clock();
  const format = storableFontFormatOf(bytes) ?? 'ttf';
  const key = storageKeys.font(account_id, createOpaqueToken(now), format);
  await writeTemplateFileTombstone(deps, account_id, key);
  const font: StoredFont = {
    id: newId('font', now),
    account_id,
    ...facts,
    key,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size_bytes: bytes.length,
    created_at: formatUtcTimestamp(now),
  };
  return storeFileThenWriteReference(deps.blobs, { key, bytes, content_type: `font/${format}` }, async () => {
    const tombstones = { lifted: [fileTombstoneId(key)] };
    const outcome = await deps.fonts.insert(font, limits, tombstones, await prepareAnswer(font));
    if (outcome === 'too_many') throw tooManyFontsError(limits);
    if (outcome === 'no_room') throw storedBytesExceededError(limits);
    return font;
  });
}

/** Deletes a font that no template names. @throws ServiceError `font_not_found`, `font_in_use`, `precondition_failed` */
export async function deleteFont(
  { fonts, clock }: { fonts: Pick<CustomFontStore, 'find' | 'remove'>; clock: Clock },
  { account_id }: Principal,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  const font = await fonts.find(account_id, id);
  if (font) checkPrecondition(precondition, [entityTagVersionOfFont(font)]);
  const outcome = font ? await fonts.remove(font, createTemplateFileTombstone(account_id, font.key, clock())) : 'gone';
  if (outcome === 'gone')
    throw new ServiceError('font_not_found', 'There is no such font. GET /fonts lists all fonts.');
  if (outcome === 'in_use')
    throw new ServiceError('font_in_use', 'A template uses this font. Give that template another one first.');
}
