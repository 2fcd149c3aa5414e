import type { VideoCodec } from '../codecs/video-codec.ts';
import { encodeGopMovingClips } from './encode-moves.ts';
import { encodeGopStills } from './encode-stills.ts';
import type { GopCodec } from './gop-coding.ts';
import { joinGopClips } from './join-clips.ts';

/** How the clips of a codec are made and joined whose streams are GOPs that follow one another. */
export const gopClips = (codec: GopCodec): Pick<VideoCodec, 'encoders' | 'encodeStills' | 'encodeMoves' | 'join'> => ({
  encoders: codec.encoders,
  encodeStills: (...work) => encodeGopStills(codec, ...work),
  encodeMoves: (...work) => encodeGopMovingClips(codec, ...work),
  join: (settings, clips, _runtime, counted) => joinGopClips(codec, settings, clips, counted),
});
