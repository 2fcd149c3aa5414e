import { isPaid, type Reservation, type SlideOfRender, underWay } from '../renders/reservation-item.ts';

/** Speech that an attempt of a render wants to synthesize. */
export interface WantedSpeech {
  slide: SlideOfRender;
  /** Number of characters of its text, which narrating it uses up. */
  characters: number;
  /** The number of the attempt. */
  claim: number;
  /** The speech of this attempt exists already and is only to be stored: then the attempt may be late. */
  isMade: boolean;
}

/** The next step for speech that could not be started at once, with the characters that are paid for it. */
export type BeginDecision =
  | { step: 'proceed' | 'take over' | 'begin'; characters: number }
  /** Another attempt is responsible for the speech, or the reservation has changed since. */
  | { step: 'conflict'; reason: string };

const conflict = (reason: string): BeginDecision => ({ step: 'conflict', reason });

/**
 * Decides what an attempt does when its speech could not be started: the speech is under way, paid for, or larger than what is left.
 * @param reservation the render's reservation; undefined when the render has ended
 */
export function decideBegin(reservation: Reservation | undefined, wanted: WantedSpeech): BeginDecision {
  const { slide, characters, claim, isMade } = wanted;
  if (!reservation || reservation.is_spoken) return conflict('the render needs no more speech');
  const begun = underWay(reservation, slide);
  if (begun?.claim === claim) return { step: 'proceed', characters: begun.characters };
  if (begun && begun.claim > claim && !isMade) return conflict('a later attempt has this speech under way');
  // An earlier attempt started it, perhaps of another version of the program, and was killed or is late.
  if (begun) return { step: 'take over', characters: begun.characters };
  // Another version of the program speaks it again: more than was reserved is never paid.
  const left = Math.min(reservation.narration_characters, characters);
  if (left === 0 || isPaid(reservation, slide)) return { step: 'proceed', characters: 0 };
  if (left === characters) return conflict('the reservation has changed');
  return { step: 'begin', characters: left };
}
