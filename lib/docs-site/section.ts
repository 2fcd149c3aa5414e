/** A part of a page between two headings, as the search knows it. */
export interface Section {
  key: number;
  /** The name of the page. */
  name: string;
  /** The title of the page. */
  page: string;
  /** The anchor of the heading; empty: before the first one that has one. */
  id: string;
  heading: string;
  /** Without code. */
  text: string;
}
