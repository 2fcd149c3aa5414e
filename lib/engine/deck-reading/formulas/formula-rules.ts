/** The length of the longest formula that is drawn, in characters of TeX. The longest formulas of real decks have some hundred. */
export const MAX_FORMULA_CHARACTERS = 2000;
/** The highest number of formulas in one picture: with more, each would be smaller than the text of a slide. */
export const MAX_FORMULAS_PER_PICTURE = 6;
/** The length of the longest line of a formula that is as large as the points next to it. A longer formula gets a separate slide. */
export const MAX_FORMULA_CHARACTERS_NEXT_TO_POINTS = 26;
