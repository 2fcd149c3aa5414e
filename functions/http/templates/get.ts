import { endpoint } from '../../../lib/runtime/api.ts';
import { templatePreviewTools } from '../../../lib/runtime/template-previews.ts';
import { getTemplate as contract } from '../../../lib/templates/contract.ts';
import { ALL_PREVIEWS } from '../../../lib/templates/preview-pictures.ts';
import { getTemplate, templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(contract, ({ params }) =>
  templateView(templatePreviewTools(), getTemplate(params.id), ALL_PREVIEWS),
);
