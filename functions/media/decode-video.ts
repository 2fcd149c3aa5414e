import { handleVideoDecodeRequest } from '#app/composition/video-decoder.ts';

/** Decodes a video of a client and encodes it again, in a function that has no access to data. */
export const handler = handleVideoDecodeRequest;
