/** The voice of a speaker in a dialogue, as the author set it. */
export interface Speaker {
  /** A voice of the engine, or the voice of another one. */
  voice: string;
  /** 0.5–2.0; absent: that of the whole text. */
  speed?: number | undefined;
}

/** The speakers of dialogues, by the names that stand before their lines. */
export type Speakers = Readonly<Record<string, Speaker>>;

/** The maximum number of speakers of a timeline. */
export const MAX_SPEAKERS = 8;
/** The maximum number of characters of a speaker's name. */
export const MAX_SPEAKER_NAME_CHARACTERS = 40;
/** The form of a speaker's name: letters and digits, with spaces, dots, apostrophes and hyphens between them. */
export const SPEAKER_NAME_PATTERN = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} .'’_-]*[\p{L}\p{N}\p{M}.])?$/u;
