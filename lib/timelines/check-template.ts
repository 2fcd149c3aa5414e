import { ServiceError } from '../errors.ts';
import { findTemplate, TEMPLATES } from '../templates/template.ts';

/** @throws ServiceError `validation_failed` for a template that does not exist. */
export function checkTemplate(templateId: string): void {
  if (findTemplate(templateId)) return;
  const message = `There is no such template; there are ${TEMPLATES.map(({ id }) => id).join(', ')}.`;
  throw new ServiceError('validation_failed', `template_id: ${message}`, {
    param: 'template_id',
    faults: [{ param: 'template_id', message }],
  });
}
