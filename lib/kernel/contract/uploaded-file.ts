/** A file that was sent as the body of a request, or as a field of a form. */
export interface UploadedFile {
  bytes: Uint8Array;
  /** Media type that the client stated. The format is detected from the bytes. */
  content_type: string;
  /** The file name in the form. Absent: none. */
  name?: string | undefined;
  /** A second file of the form, in the field that the contract names. */
  secondFile?: Uint8Array | undefined;
  /** The other fields of the form, as text. */
  fields: Record<string, string>;
}

/** A limit in bytes as text for clients, in whole MB of 2^20 bytes. */
export const megabytesText = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MB`;
