import { findTemplate, type Template } from '../../templates/public.ts';
import { DrawingError } from './drawable-slide.ts';

/** @throws DrawingError when there is no template of this name */
export function templateOf(id: string): Template {
  const template = findTemplate(id);
  if (!template) throw new DrawingError(`there is no template ${JSON.stringify(id)}`);
  return template;
}
