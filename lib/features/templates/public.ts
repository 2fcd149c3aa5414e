/** The part of this feature that the rest of the service may use. */
export {
  type ChosenTemplate,
  checkTemplate,
  chooseTemplate,
  type TemplateChoiceDeps,
  unknownTemplateIdError,
} from './choose-template.ts';
export { COLOR_NAMES, type CustomColors } from './custom-colors.ts';
export {
  type CustomLook,
  type CustomTemplate,
  customFontIds,
  designOfCustomTemplate,
  isCustomTemplateId,
  TEMPLATE_KINDS,
  type TemplateFontChoice,
} from './custom-template.ts';
export { type CustomTemplateDeps, changeTemplate, loadCustomTemplate } from './custom-templates.ts';
export type { BrandSource, CustomTemplateStore } from './ports.ts';
export { storedLookSchema } from './stored-look.ts';
export { findTemplate, requireTemplate, TEMPLATE_IDS, TEMPLATES, type Template } from './template.ts';
export { type TemplateSource, templateSourceSchema } from './template-source.ts';
