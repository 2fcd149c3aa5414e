/**
 * The form in which names of files are compared: without regard to case, as Office does, and composed, because macOS writes `ö` as two
 * characters and other systems as one.
 */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
