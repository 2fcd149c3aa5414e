/** A file that was sent as the body of a request, or as a field of a form. */
export interface UploadedFile {
  bytes: Uint8Array;
  /** Media type as the client named it: the bytes decide. */
  content_type: string;
  /** The name that a form gives it. Absent: none. */
  name?: string | undefined;
  /** A second file of the form, in the field that the contract names. */
  beside?: Uint8Array | undefined;
  /** The other fields of the form, as text. */
  fields: Record<string, string>;
}

/** A limit in bytes as clients read it, in whole MB of 2^20 bytes. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MB`;
