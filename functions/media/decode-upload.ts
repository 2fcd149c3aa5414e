import { handleDecodeRequest } from '#app/composition/decoder.ts';

export const handler = handleDecodeRequest;
