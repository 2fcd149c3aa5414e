import type { VideoCodec } from '../codecs/video-codec.ts';
import { encodeGopMovingClips } from './encode-moves.ts';
import { encodeGopStills } from './encode-stills.ts';
import type { GopStreamCodec } from './gop-stream-operations.ts';
import { joinGopClips } from './join-clips.ts';

/** Makes and joins the clips of a codec whose streams are consecutive GOPs. */
export const createGopClipOperations = (
  codec: GopStreamCodec,
): Pick<VideoCodec, 'encodeStills' | 'encodeMoves' | 'join'> => ({
  encodeStills: (...work) => encodeGopStills(codec, ...work),
  encodeMoves: (...work) => encodeGopMovingClips(codec, ...work),
  join: (settings, clips, _runtime, counted) => joinGopClips(codec, settings, clips, counted),
});
