/** Files of an import that never named them go after this many seconds: no attempt lasts as long. */
export const FILES_ABANDONED_SECONDS = 3600;

/** The plan has no room for what a deck becomes. */
export class NoRoom extends Error {
  override name = 'NoRoom';
}
