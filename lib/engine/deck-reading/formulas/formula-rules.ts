/** Characters of TeX that are set as a picture, at most. The longest formulas of real decks have some hundred. */
export const MAX_FORMULA_CHARACTERS = 2000;
/** The most formulas in one picture: with more, each would be smaller than the text of a slide. */
export const MAX_FORMULAS_PER_PICTURE = 6;
/** Characters in a line of a formula that is as large as the points next to it. A longer one gets a separate slide. */
export const MAX_FORMULA_CHARACTERS_NEXT_TO_POINTS = 26;
