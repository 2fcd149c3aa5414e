import { endpoint } from '../../../lib/runtime/api.ts';
import { contactSheetDeps } from '../../../lib/runtime/contact-sheet.ts';
import { contactSheet } from '../../../lib/timelines/contact-sheet.ts';
import { getContactSheetContract } from '../../../lib/timelines/contract.ts';

export const handler = endpoint(getContactSheetContract, ({ principal, params, query }) =>
  contactSheet(contactSheetDeps(), principal, params.id, query),
);
