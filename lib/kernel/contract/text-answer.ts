/** An answer in a format other than JSON that the request chose (`Contract.text_media`). */
export class TextAnswer {
  /** Media type, with its character set. */
  readonly media: string;
  readonly text: string;

  constructor(media: string, text: string) {
    this.media = media;
    this.text = text;
  }
}
