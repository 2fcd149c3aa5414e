/** The part of this feature that the rest of the service may use. */
export {
  type ChosenTemplate,
  checkTemplate,
  chooseTemplate,
  noSuchTemplate,
  type TemplateChoiceDeps,
} from './choose-template.ts';
export { COLOR_NAMES } from './own-colors.ts';
export {
  designOf,
  isOwnTemplateId,
  type OwnLook,
  type OwnTemplate,
  ownFontIds,
  TEMPLATE_KINDS,
} from './own-template.ts';
export { changeTemplate, loadOwnTemplate, type OwnTemplateDeps } from './own-templates.ts';
export type { OwnTemplateStore } from './ports.ts';
export { storedLook } from './stored-look.ts';
export { findTemplate, requireTemplate, TEMPLATE_IDS, TEMPLATES, type Template } from './template.ts';
