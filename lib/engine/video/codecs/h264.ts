import { createH264FrameReader } from '../elementary/h264-reader.ts';
import { encodeH264MovingClips } from '../h264/encode/encode-moves.ts';
import { encodeH264Stills } from '../h264/encode/encode-stills.ts';
import { joinH264Clips } from '../h264/join/join-clips.ts';
import { reencodeClipsAsOneStream } from '../h264/join/reencode-clips-as-one-stream.ts';
import type { VideoCodec } from './video-codec.ts';

/** H.264 in Annex B. Its clips are joined frame by frame; those that do not join are encoded again. */
export const h264Codec: VideoCodec = {
  encodeStills: encodeH264Stills,
  encodeMoves: encodeH264MovingClips,
  join: joinH264Clips,
  encodeAsOneStream: reencodeClipsAsOneStream,
  createFrameReader: createH264FrameReader,
};
