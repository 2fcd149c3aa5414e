/** The part of this feature that the rest of the service may use. */
export { familyNameOfTemplateFont, replacementForBrandFont } from './choose-template-fonts.ts';
