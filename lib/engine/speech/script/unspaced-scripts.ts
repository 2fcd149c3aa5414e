const UNSPACED = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/** Reports whether a character belongs to a script without spaces between words. */
export const isUnspacedScriptCharacter = (character: string): boolean => UNSPACED.test(character);
