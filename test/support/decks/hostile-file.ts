/** A file that is made to harm a service: to take its time, its memory, or what is not the file's. */
export interface HostileFile {
  name: string;
  /** The media type that it is sent under. */
  type: string;
  file: () => Buffer | Promise<Buffer>;
}

export const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
export const PDF = 'application/pdf';
export const ODP = 'application/vnd.oasis.opendocument.presentation';
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const HTML = 'text/html';
export const MARKDOWN = 'text/markdown';
export const ZIP = 'application/zip';

/** A list of a length. @param make an item, by its index */
export const numbered = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
