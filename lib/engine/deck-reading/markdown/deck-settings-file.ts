/** The file of reveal-md with settings for decks next to it. */
export const DECK_SETTINGS_FILE = 'reveal-md.json';
