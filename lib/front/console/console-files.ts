/** The names of the files under `/console`, which its page loads. */
export const CONSOLE_FILES = [
  'console.js',
  'console.css',
  'inter-latin-400-normal.woff2',
  'inter-latin-500-normal.woff2',
  'inter-latin-600-normal.woff2',
] as const;
/** The name of a file of the console. */
export type ConsoleFileName = (typeof CONSOLE_FILES)[number];

/** A file in the form in which a function answers it. */
export interface ConsoleFile {
  /** Its media type. */
  type: string;
  /** Text, or bytes in base64. */
  body: string;
  isBase64: boolean;
}
