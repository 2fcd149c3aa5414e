/**
 * The stored form of a choice that a slide may leave to its motion. `none` leaves it to the motion: slides that are older than motions have
 * this value. `off` is stored if a client sent `none`.
 */
type StoredChoice<Value extends string> = Value | 'off';

/**
 * The stored form of a choice from a request: `none` is stored as `off`, and null or an absent choice as `none`, which leaves the choice
 * to the motion level.
 */
export const toStoredMotionChoice = <Value extends string>(
  sent: Value | null | undefined,
): StoredChoice<Value | 'none'> => (sent === 'none' ? 'off' : (sent ?? 'none'));

/** The choice in the form of requests, from its stored form; undefined if the choice is left to the motion level. */
export const toSentMotionChoice = <Value extends string>(
  stored: StoredChoice<Value> | undefined,
): Exclude<Value, 'off'> | 'none' | undefined => {
  if (stored === undefined || stored === 'none') return undefined;
  return stored === 'off' ? 'none' : (stored as Exclude<Value, 'off'>);
};

/** The choice in the form of answers, from its stored form; `none` if the choice is left to the motion level. */
export const toMotionChoiceAnswer = <Value extends string>(
  stored: StoredChoice<Value> | undefined,
): Exclude<Value, 'off'> | 'none' => toSentMotionChoice(stored) ?? 'none';
