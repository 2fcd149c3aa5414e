/**
 * The stored form of a choice that a slide may leave to its motion. `none` leaves it to the motion: slides that are older than motions have
 * this value. `off` is stored if a client sent `none`.
 */
type StoredChoice<Value extends string> = Value | 'off';

/** The stored form of a sent choice; null leaves it to the motion. */
export const storedMotionChoice = <Value extends string>(
  sent: Value | null | undefined,
): StoredChoice<Value | 'none'> => (sent === 'none' ? 'off' : (sent ?? 'none'));

/** The choice as it was sent; undefined for one that is left to the motion. */
export const sentMotionChoice = <Value extends string>(
  stored: StoredChoice<Value> | undefined,
): Exclude<Value, 'off'> | 'none' | undefined => {
  if (stored === undefined || stored === 'none') return undefined;
  return stored === 'off' ? 'none' : (stored as Exclude<Value, 'off'>);
};

/** The choice in answers, without the one that the motion makes. */
export const answeredMotionChoice = <Value extends string>(
  stored: StoredChoice<Value> | undefined,
): Exclude<Value, 'off'> | 'none' => sentMotionChoice(stored) ?? 'none';
