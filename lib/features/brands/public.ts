/** The part of this feature that the rest of the service may use. */
export { fontFamilyNameOf, replacementForBrandFont } from './choose-template-fonts.ts';
