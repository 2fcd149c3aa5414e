import { createHash } from 'node:crypto';
import type { Principal } from '#features/accounts/public.ts';
import {
  type CustomTemplate,
  type CustomTemplateDeps,
  changeCustomTemplate,
  loadCustomTemplate,
} from '#features/templates/public.ts';
import { type ReceiveFileDeps, storeFileThenWriteReference, type UploadOperation } from '#features/uploads/public.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { checkPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import { fileTombstoneId, type TombstoneStore, writeTemplateFileTombstone } from '#platform/erasure/public.ts';
import { logoFormSchema } from './contract.ts';
import { IMAGE_FILE_RULES } from './image-rules.ts';
import type { ReencodeImage } from './ports.ts';

/** Dependencies of the upload of a logo. */
export interface LogoUploadDeps extends CustomTemplateDeps, ReceiveFileDeps {
  reencodeImage: ReencodeImage;
  tombstones: Pick<TombstoneStore, 'insert'>;
}

/** The operation that makes an uploaded file the logo of a template. @param id id of the template */
export const logoUploadOperation = (
  deps: LogoUploadDeps,
  principal: Principal,
  id: string,
  prepareAnswer: PrepareIdempotentAnswer<CustomTemplate>,
  precondition: Precondition = {},
): UploadOperation<object> => ({
  target: `/templates/${id}/logo`,
  rules: IMAGE_FILE_RULES,
  form: logoFormSchema,
  check: async () => {
    checkPrecondition(precondition, [entityTagOfVersion(await loadCustomTemplate(deps.templates, principal, id))]);
  },
  place: (bytes) => setLogo(deps, principal, { id, bytes, precondition }, prepareAnswer),
});

/**
 * Makes a client's file the logo of a template. The file that the decoder encoded again is stored, never the client's bytes. The previous
 * file is removed when no render needs it any more.
 */
async function setLogo(
  deps: LogoUploadDeps,
  principal: Principal,
  { id, bytes, precondition }: { id: string; bytes: Uint8Array; precondition: Precondition },
  prepareAnswer: PrepareIdempotentAnswer<CustomTemplate>,
): Promise<CustomTemplate> {
  const { account_id } = principal;
  const { bytes: encodedBytes, width, height, content_type } = await deps.reencodeImage(bytes, account_id);
  const extension = content_type === 'image/png' ? 'png' : 'jpg';
  const key = storageKeys.logo(account_id, createOpaqueToken(deps.clock()), extension);
  await writeTemplateFileTombstone(deps, account_id, key);
  const sha256 = createHash('sha256').update(encodedBytes).digest('hex');
  const logo: StoredPicture = { key, sha256, width, height, content_type, size_bytes: encodedBytes.length };
  return storeFileThenWriteReference(deps.blobs, { key, bytes: encodedBytes, content_type }, () =>
    changeCustomTemplate(
      deps,
      principal,
      id,
      { precondition },
      () => ({ fields: { logo }, lifted: [fileTombstoneId(key)] }),
      prepareAnswer,
    ),
  );
}

/** Removes the logo of a template, if it has one. @throws ServiceError `template_not_found`, `template_built_in` */
export const deleteTemplateLogo = (
  deps: CustomTemplateDeps,
  principal: Principal,
  id: string,
  precondition: Precondition = {},
): Promise<CustomTemplate> =>
  changeCustomTemplate(deps, principal, id, { precondition }, () => ({ fields: { logo: undefined } }));
