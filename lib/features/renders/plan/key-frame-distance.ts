/**
 * The fewest frames from one key frame to the next in a stream with blended fades. A still picture between two fades lasts at least as long.
 * If key frames are closer, OpenH264 2.3 shows frames in a wrong order.
 */
export const MIN_KEY_FRAME_DISTANCE = 3;
