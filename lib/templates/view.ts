import type { z } from 'zod';
import { ServiceError } from '../shared/errors.ts';
import { SLIDE_LAYOUTS } from '../video/drawing/drawable-slide.ts';
import { FORMAT_NAMES } from '../video/format.ts';
import type { templateAnswer } from './contract.ts';
import type { PreviewSubject } from './describe-previews.ts';
import { providePreviews, type TemplatePreviewDeps } from './provide-previews.ts';
import { findTemplate, type Template } from './template.ts';

/** A template as clients see it, with previews of `subjects`. Every template has every layout and format. */
export const templateView = async (
  deps: TemplatePreviewDeps,
  template: Template,
  subjects: readonly PreviewSubject[],
): Promise<z.output<typeof templateAnswer>> => ({
  id: template.id,
  name: template.name,
  description: template.description,
  scheme: template.scheme,
  layouts: [...SLIDE_LAYOUTS],
  formats: [...FORMAT_NAMES],
  previews: await providePreviews(deps, template, subjects),
});

/** @throws ServiceError `template_not_found`. */
export function templateOrNotFound(id: string): Template {
  const template = findTemplate(id);
  if (!template) throw new ServiceError('template_not_found', 'There is no such template.');
  return template;
}
