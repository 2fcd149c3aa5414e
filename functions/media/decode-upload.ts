import { handleDecodeRequest } from '../../lib/runtime/decoder.ts';

export const handler = handleDecodeRequest;
