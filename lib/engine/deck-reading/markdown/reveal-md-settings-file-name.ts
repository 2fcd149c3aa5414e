/** Name of the settings file of reveal-md for the decks in its folder, https://github.com/webpro/reveal-md#configuration. */
export const REVEAL_MD_SETTINGS_FILE_NAME = 'reveal-md.json';
