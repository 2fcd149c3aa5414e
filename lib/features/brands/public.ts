/** The part of this feature that the rest of the service may use. */
export { familyOf, fontFor } from './choose-fonts.ts';
