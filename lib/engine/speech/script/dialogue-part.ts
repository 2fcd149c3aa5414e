/** Part of a slide's narration that one voice speaks. */
export interface DialoguePart {
  /** Plain text or SSML, without names of speakers and without `voice`. */
  text: string;
  /** Name in `speakers` of the timeline; absent for text that no such name precedes. */
  speaker?: string | undefined;
  /** Id of the voice that the author named; absent: the voice of the whole narration. */
  voice?: string | undefined;
  /** Factor of the usual speed, 0.5 to 2; absent: the speed of the whole narration. */
  speed?: number | undefined;
}
