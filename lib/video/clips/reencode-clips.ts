import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { annexB, codedFrames, StreamParameterSets } from '../h264/coded-frames.ts';
import { annexBParameterSets } from '../h264/parameter-sets.ts';
import type { VideoSettings } from '../settings.ts';
import type { PlacedClip } from './clip.ts';
import { assertPlacement, gopsOfPlaced, longestGop, plannedKeyframes } from './placement.ts';
import { clipBytes, clipUnits } from './read-clip.ts';
import { reencodeStream } from './reencode-stream.ts';

/**
 * Decodes H.264 clips that do not join as they are, and encodes all of them in one process into an Annex B stream at
 * `outFile`, with key frames where `clipStream` puts them. Slow: it costs what encoding every frame costs.
 */
export async function reencodeClips(
  settings: VideoSettings,
  clips: readonly PlacedClip[],
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  assertPlacement(clips);
  await reencodeStream(decodableStream(settings, clips), settings, plannedKeyframes(settings, clips), runtime, outFile);
}

/** Each clip under its own parameter sets, to be decoded only: frames are repeated without any that were synthesized. */
async function* decodableStream(settings: VideoSettings, clips: readonly PlacedClip[]): AsyncGenerator<Buffer> {
  for (const placed of clips) {
    const { form } = placed.clip;
    if (form === 'frames') yield* clipBytes(placed);
    else if (form === 'idr') yield* repeatedPicture(placed);
    else yield* repeatedGop(placed, longestGop(settings));
  }
}

async function* repeatedPicture(placed: PlacedClip): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of clipBytes(placed)) pieces.push(piece);
  const picture = Buffer.concat(pieces);
  for (let frame = 0; frame < placed.shown; frame++) yield picture;
}

async function* repeatedGop(placed: PlacedClip, longest: number): AsyncGenerator<Buffer> {
  const sets = new StreamParameterSets();
  const frames: Buffer[] = [];
  for await (const { isIdr, slices } of codedFrames(clipUnits(placed), sets)) {
    frames.push(Buffer.concat([...(isIdr ? [annexBParameterSets(sets.nals)] : []), ...annexB(slices)]));
  }
  for (const length of gopsOfPlaced(placed, longest)) yield Buffer.concat(frames.slice(0, length));
}
