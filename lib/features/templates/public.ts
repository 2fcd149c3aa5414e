/** The part of this feature that the rest of the service may use. */
export {
  type ChosenTemplate,
  checkTemplate,
  chooseTemplate,
  noSuchTemplate,
  type TemplateChoiceDeps,
} from './choose-template.ts';
export { COLOR_NAMES, type CustomColors } from './custom-colors.ts';
export {
  type ChosenFont,
  type CustomLook,
  type CustomTemplate,
  customFontIds,
  designOf,
  isCustomTemplateId,
  TEMPLATE_KINDS,
} from './custom-template.ts';
export { type CustomTemplateDeps, changeTemplate, loadCustomTemplate } from './custom-templates.ts';
export type { BrandSource, CustomTemplateStore } from './ports.ts';
export { storedLook } from './stored-look.ts';
export { findTemplate, requireTemplate, TEMPLATE_IDS, TEMPLATES, type Template } from './template.ts';
export { type TemplateSource, templateSource } from './template-source.ts';
