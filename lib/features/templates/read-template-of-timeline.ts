import { invalidValueError, type ServiceError } from '#kernel/shared/errors.ts';
import {
  BUILT_IN_TEMPLATES,
  findBuiltInTemplate,
  requireBuiltInTemplate,
  type Template,
} from './built-in-templates.ts';
import {
  type CustomTemplate,
  type CustomTemplateLook,
  designOfCustomTemplate,
  isCustomTemplateId,
  lookOfCustomTemplate,
} from './custom-template.ts';
import type { CustomTemplateStore } from './ports.ts';

/** Finds custom templates of an account. */
export type CustomTemplateFinder = Pick<CustomTemplateStore, 'find'>;

/** Dependencies of a choice of a template. */
export interface TemplateChoiceDeps {
  templates: CustomTemplateFinder;
}

/** The template of a timeline: its design, and its defaults for settings that the timeline does not set. */
export interface ChosenTemplate {
  /** The look of a custom template, which renders freeze; undefined for a built-in template. */
  look?: CustomTemplateLook | undefined;
  design: Template;
  slide_numbers?: boolean | undefined;
  footer?: string | undefined;
}

const toChosenTemplate = (customTemplate: CustomTemplate): ChosenTemplate => {
  const look = lookOfCustomTemplate(customTemplate);
  return {
    look,
    design: designOfCustomTemplate(look),
    slide_numbers: customTemplate.slide_numbers,
    footer: customTemplate.footer,
  };
};

/** Reads the template of a timeline. @throws ServiceError `validation_failed` for a template that was deleted since the timeline was read */
export async function readTemplateOfTimeline(
  templates: CustomTemplateFinder,
  accountId: string,
  templateId: string,
): Promise<ChosenTemplate> {
  if (!isCustomTemplateId(templateId)) return { design: requireBuiltInTemplate(templateId) };
  const customTemplate = await templates.find(accountId, templateId);
  if (!customTemplate) throw unknownTemplateIdError();
  return toChosenTemplate(customTemplate);
}

/** The error for a template that does not exist. @param path prefix of the timeline's fields in the request, such as `timeline.` */
export const unknownTemplateIdError = (path = ''): ServiceError =>
  invalidValueError(
    `${path}template_id`,
    `There is no such template; there are ${BUILT_IN_TEMPLATES.map(({ id }) => id).join(', ')}, and your custom templates.`,
  );

/** Checks that a template exists. @throws ServiceError `validation_failed` for one that is neither built-in nor of the account */
export async function checkTemplateExists(
  templates: CustomTemplateFinder,
  accountId: string,
  templateId: string,
  path = '',
): Promise<void> {
  if (findBuiltInTemplate(templateId)) return;
  if (!isCustomTemplateId(templateId) || !(await templates.find(accountId, templateId)))
    throw unknownTemplateIdError(path);
}
