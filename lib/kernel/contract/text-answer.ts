/** An answer in a format other than JSON that the request chose (`OperationContract.text_media`). */
export class TextAnswer {
  /** Media type, with its character set. */
  readonly media: string;
  readonly text: string;

  constructor(mediaType: string, text: string) {
    this.media = mediaType;
    this.text = text;
  }
}
