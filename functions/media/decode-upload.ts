import { handleDecodeRequest } from '#app/composition/decoder.ts';

/** Decodes a picture or a recording of a client and encodes it again, in a function that has no access to data. */
export const handler = handleDecodeRequest;
