import { join } from 'node:path';
import { writeNarration } from './narration.ts';
import type { BenchContext } from './row.ts';

/** Files that several ways of making the video read, written into a folder when the first of them asks. */
export function filmFiles(
  deck: BenchContext['deck'],
  folder: string,
  seconds: number,
): Pick<BenchContext, 'pngs' | 'wav'> {
  let pngs: Promise<string> | undefined;
  let wav: Promise<string> | undefined;
  const writePngs = async () => {
    await deck.writePngs(folder);
    return join(folder, '%03d.png');
  };
  const writeWav = async () => {
    const path = join(folder, 'narration.wav');
    await writeNarration(path, seconds);
    return path;
  };
  return {
    pngs: () => {
      pngs ??= writePngs();
      return pngs;
    },
    wav: () => {
      wav ??= writeWav();
      return wav;
    },
  };
}
