/** The range of the speed of narration; 1: the usual pace of the voice. */
export const SPEECH_SPEED_RANGE = { least: 0.5, most: 2 };
