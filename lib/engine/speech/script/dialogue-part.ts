/** A part of a text that one voice speaks. */
export interface DialoguePart {
  /** Plain text or SSML, without names of speakers and without `voice`. */
  text: string;
  /** The declared speaker; absent: none. */
  speaker?: string | undefined;
  /** The voice that the author named; absent: that of the whole text. */
  voice?: string | undefined;
  /** Absent: that of the whole text. */
  speed?: number | undefined;
}
