/** Files next to a Markdown or HTML deck: in its archive, or in its folder. */
export interface FilesNextToDeck {
  /** The name of a file as the archive has it. @param path relative to the top of the archive @returns undefined if there is none */
  find(path: string): string | undefined;
  /** The text of a file that `find` named. @throws DeckRefusal if it is damaged or has more than 8 MB */
  text(name: string): Promise<string>;
}
