import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { detectDeckContainer } from '#engine/deck-reading/detect-deck.ts';
import type { Principal } from '#features/accounts/public.ts';
import { IMAGE_FILE_RULES } from '#features/images/public.ts';
import {
  type AnnouncedUpload,
  DECK_IMPORT_UPLOAD_PATH,
  IMAGE_UPLOAD_PATH,
  readUploadedBytes,
  requireUpload,
  type SentFileRules,
  type UploadDeps,
} from '#features/uploads/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { THEME_DECK_FILE_RULES } from './source-kinds.ts';

/** Dependencies of reading uploads of brands. */
export type UploadedBrandFileDeps = Pick<UploadDeps, 'uploads' | 'blobs' | 'clock'>;

/** Finds an upload that was announced as an image or as a deck. @throws ServiceError `upload_not_found` */
async function findBrandUpload(
  deps: UploadedBrandFileDeps,
  principal: Principal,
  id: string,
): Promise<{ upload: AnnouncedUpload; rules: SentFileRules }> {
  try {
    return {
      upload: await requireUpload(deps, principal, IMAGE_UPLOAD_PATH, id),
      rules: { ...IMAGE_FILE_RULES, field: 'upload_id' },
    };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'upload_not_found') throw error;
    return { upload: await requireUpload(deps, principal, DECK_IMPORT_UPLOAD_PATH, id), rules: THEME_DECK_FILE_RULES };
  }
}

/** Reports whether a file is a zip archive, the container of decks with a theme. Nothing is inflated. */
function isDeckArchive(bytes: Uint8Array): boolean {
  try {
    return detectDeckContainer(bytes) === 'zip';
  } catch (error) {
    if (error instanceof DeckRefusal) return false;
    throw error;
  }
}

/**
 * Reads an uploaded deck or logo. The upload is not completed by it: a deck may be imported, and an image named by slides, after it.
 * @throws ServiceError `upload_not_found`, `image_invalid`, `image_too_large`, `import_invalid`, `import_too_large`
 */
export async function readUploadedBrandFile(
  deps: UploadedBrandFileDeps,
  principal: Principal,
  id: string,
): Promise<{ kind: 'deck' | 'logo'; bytes: Uint8Array }> {
  const { upload, rules } = await findBrandUpload(deps, principal, id);
  const bytes = await readUploadedBytes(deps, rules, upload);
  return { kind: rules === THEME_DECK_FILE_RULES || isDeckArchive(bytes) ? 'deck' : 'logo', bytes };
}

/** Reads an uploaded logo. @throws ServiceError `upload_not_found`, `image_invalid`, `image_too_large` */
export async function readUploadedLogo(
  deps: UploadedBrandFileDeps,
  principal: Principal,
  id: string,
): Promise<Uint8Array> {
  return readUploadedBytes(deps, IMAGE_FILE_RULES, await requireUpload(deps, principal, IMAGE_UPLOAD_PATH, id));
}
