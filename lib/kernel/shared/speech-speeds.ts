/** The range of the speed of narration; 1: the usual pace of the voice. */
export const SPEECH_SPEED_RANGE = { min: 0.5, max: 2 };
