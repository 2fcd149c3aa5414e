import type { Principal } from '#features/accounts/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Import } from './import.ts';
import type { ImportStore } from './ports.ts';

/** Finds an import of the account. @throws ServiceError `import_not_found` */
export async function getImport(
  { imports }: { imports: Pick<ImportStore, 'find'> },
  { account_id }: Principal,
  id: string,
): Promise<Import> {
  const deckImport = await imports.find({ account_id, import_id: id });
  if (!deckImport)
    throw new ServiceError(
      'import_not_found',
      'There is no such import, or it ended more than 30 days ago. POST /timelines/import answers the id.',
    );
  return deckImport;
}
