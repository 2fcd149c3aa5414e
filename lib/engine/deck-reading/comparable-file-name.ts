/**
 * The form in which file names are compared: in lower case, because Office ignores case, and composed (NFC), because macOS writes `ö` as
 * two characters and other systems as one.
 */
export const comparableFileName = (name: string): string => name.normalize('NFC').toLowerCase();
