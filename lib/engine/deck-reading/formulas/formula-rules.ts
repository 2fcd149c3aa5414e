/** Characters of TeX that are set as a picture. Real formulas have up to some hundred. */
export const MAX_FORMULA_LENGTH = 2000;
/** Formulas that stand beneath one another in one picture. */
export const MAX_FORMULAS = 6;
/** Characters across that a formula may have to stand next to points. */
export const NARROW_FORMULA = 26;
