import { endpoint } from '../../../lib/runtime/api.ts';
import { getTemplate as contract } from '../../../lib/templates/contract.ts';
import { getTemplate, templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(contract, async ({ params }) => templateView(getTemplate(params.id)));
