/** Advice about a slide that is drawn nearly as it is. */
export const COMPARE = 'Compare it with your deck, or send the deck’s PDF as well.';

/** The line of the report about a slide that is drawn nearly as it is. @param things ends of the sentence */
export const nearlyDrawn = (things: readonly string[]): string =>
  `Drawn only nearly as in your program: ${things.join('; ')}. ${COMPARE}`;
