import type { VideoCodec } from '../codecs/video-codec.ts';
import { encodeGopMovingClips } from './encode-moves.ts';
import { encodeGopStills } from './encode-stills.ts';
import type { GopStreamCodec } from './gop-stream-operations.ts';
import { joinGopClips } from './join-clips.ts';

/** Creates the operations that encode and join the clips of a codec whose streams are consecutive GOPs. */
export const createGopClipOperations = (
  codec: GopStreamCodec,
): Pick<VideoCodec, 'encodeStills' | 'encodeMoves' | 'join'> => ({
  encodeStills: (...work) => encodeGopStills(codec, ...work),
  encodeMoves: (...work) => encodeGopMovingClips(codec, ...work),
  join: (settings, clips, _runtime, frameCounts) => joinGopClips(codec, settings, clips, frameCounts),
});
