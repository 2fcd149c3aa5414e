/** The part of this feature that the rest of the service may use. */

export {
  BUILT_IN_TEMPLATE_IDS,
  BUILT_IN_TEMPLATES,
  findBuiltInTemplate,
  requireBuiltInTemplate,
  type Template,
} from './built-in-templates.ts';
export { type CustomTemplateColors, TEMPLATE_COLOR_NAMES } from './custom-colors.ts';
export {
  type CustomTemplate,
  type CustomTemplateLook,
  customFontIds,
  designOfCustomTemplate,
  isCustomTemplateId,
  TEMPLATE_KINDS,
  type TemplateFontChoice,
} from './custom-template.ts';
export { type CustomTemplateDeps, changeCustomTemplate, loadCustomTemplate } from './custom-templates.ts';
export type { CustomTemplateStore, NewTemplateBrand } from './ports.ts';
export {
  type ChosenTemplate,
  checkTemplateExists,
  readTemplateOfTimeline,
  type TemplateChoiceDeps,
  unknownTemplateIdError,
} from './read-template-of-timeline.ts';
export { storedLookSchema } from './stored-look.ts';
export { type TemplateFieldSource, templateFieldSourceSchema } from './template-field-source.ts';
