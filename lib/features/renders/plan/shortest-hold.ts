/**
 * The fewest frames from one key frame to the next in a stream with blended fades, and so of a hold between two fades. OpenH264 2.3 shows
 * frames in a wrong order if key frames are closer.
 */
export const MIN_FRAMES_BETWEEN_KEY_FRAMES = 3;
