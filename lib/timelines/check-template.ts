import { invalidValue } from '../shared/errors.ts';
import { findTemplate, TEMPLATES } from '../templates/public.ts';

/** @throws ServiceError `validation_failed` for a template that does not exist. */
export function checkTemplate(templateId: string): void {
  if (findTemplate(templateId)) return;
  const message = `There is no such template; there are ${TEMPLATES.map(({ id }) => id).join(', ')}.`;
  throw invalidValue('template_id', message);
}
