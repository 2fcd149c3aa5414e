/** Name of the settings file of reveal-md for the decks in its folder, https://github.com/webpro/reveal-md#configuration. */
export const DECK_SETTINGS_FILE = 'reveal-md.json';
