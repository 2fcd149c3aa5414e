import {
  findSpeechUnderWayOfSlide,
  isSlideSpeechCounted,
  type RenderReservation,
  type RenderSlideRef,
} from '../renders/render-reservation-repository.ts';

/** Speech that an attempt of a render's narration is about to synthesize. */
export interface SpeechToStart {
  slide: RenderSlideRef;
  /** Number of characters of its text, by which it is counted. */
  characters: number;
  /** The number of the attempt. */
  claim: number;
  /** True when this attempt has synthesized the speech and only stores it; then a later attempt does not stop it. */
  isMade: boolean;
}

/** The next step for speech whose reservation could not be taken at once, with the number of characters that are counted for it. */
export type SpeechStartDecision =
  | { step: 'proceed' | 'take over' | 'begin'; characters: number }
  /** Another attempt is responsible for the speech, or the reservation has changed since. */
  | { step: 'conflict'; reason: string };

const conflict = (reason: string): SpeechStartDecision => ({ step: 'conflict', reason });

/**
 * Decides the next step of an attempt that could not take its speech from the reservation. Another worker is synthesizing the speech, or it
 * was counted before, or it has more characters than are left. Pure.
 * @param reservation the render's reservation; undefined when the render has ended
 */
export function decideSpeechSynthesisStart(
  reservation: RenderReservation | undefined,
  speech: SpeechToStart,
): SpeechStartDecision {
  const { slide, characters, claim, isMade } = speech;
  if (!reservation || reservation.is_spoken) return conflict('the render needs no more speech');
  const speechInProgress = findSpeechUnderWayOfSlide(reservation, slide);
  if (speechInProgress?.claim === claim) return { step: 'proceed', characters: speechInProgress.characters };
  if (speechInProgress && speechInProgress.claim > claim && !isMade)
    return conflict('a later attempt has this speech under way');
  // An earlier attempt, perhaps of another version of the program, started it, and was killed or is late.
  if (speechInProgress) return { step: 'take over', characters: speechInProgress.characters };
  // Another version of the program may synthesize it again; never more is counted than was reserved.
  const remainingCharacters = Math.min(reservation.narration_characters, characters);
  if (remainingCharacters === 0 || isSlideSpeechCounted(reservation, slide)) return { step: 'proceed', characters: 0 };
  if (remainingCharacters === characters) return conflict('the reservation has changed');
  return { step: 'begin', characters: remainingCharacters };
}
