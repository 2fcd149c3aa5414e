/** A file that was sent as the body of a request, or as a field of a form. */
export interface UploadedFile {
  bytes: Uint8Array;
  /** As the client named it: the bytes decide. */
  content_type: string;
  /** The other fields of the form, as text. */
  fields: Record<string, string>;
}

/** A limit in bytes as clients read it, in whole MB of 2^20 bytes. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MB`;
