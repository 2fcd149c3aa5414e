import { getImportContract } from '../../../lib/imports/contract.ts';
import { getImport } from '../../../lib/imports/get-import.ts';
import { importView } from '../../../lib/imports/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(getImportContract, async ({ principal, params }) =>
  importView(await getImport(services(), principal, params.id)),
);
