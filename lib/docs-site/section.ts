/** A part of a page between two headings, as the search knows it. */
export interface Section {
  key: number;
  /** Of the page. */
  name: string;
  /** The title of the page. */
  page: string;
  /** Of the heading's anchor; empty: before the first one that has one. */
  id: string;
  heading: string;
  /** Without code. */
  text: string;
}
