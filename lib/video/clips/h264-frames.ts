import { annexB, type CodedFrame } from '../h264/coded-frames.ts';
import { annexBParameterSets } from '../h264/parameter-sets.ts';
import type { ClipFile } from './clip-file.ts';

/** Writes a frame as it stands in a clip: with the parameter sets before it, if it is an IDR picture. */
export async function appendFrame(
  file: ClipFile,
  { isIdr, slices }: CodedFrame,
  sets: { spsNal: Uint8Array; ppsNal: Uint8Array },
): Promise<void> {
  if (isIdr) await file.append(annexBParameterSets(sets));
  await file.append(...annexB(slices));
}
