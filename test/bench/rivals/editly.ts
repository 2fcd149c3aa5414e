import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FFPROBE_PACKAGE, ffmpegPrograms } from './ffmpeg-programs.ts';
import { npmInstall } from './npm-install.ts';
import type { Rival } from './rival.ts';

const VERSION = '0.14.2';

/** A slide show from a description in JSON; frames go through a canvas. Its `canvas` and `gl` are compiled where no binary fits. */
export const editlyRival: Rival = {
  id: 'editly',
  name: 'editly',
  async install({ folder, pictures, wav, video, size, fps, secondsPerSlide }) {
    await npmInstall(folder, [`editly@${VERSION}`, FFPROBE_PACKAGE], { scripts: true });
    const { ffmpeg, ffprobe } = await ffmpegPrograms(folder);
    const film = {
      ...{ outPath: video, ...size, fps, audioFilePath: wav, ffmpegPath: ffmpeg, ffprobePath: ffprobe },
      defaults: { duration: secondsPerSlide, transition: null },
      clips: pictures.map((path) => ({ layers: [{ type: 'image', path, zoomDirection: null }] })),
      customOutputArgs: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    };
    await writeFile(join(folder, 'film.json5'), JSON.stringify(film));
    const program = join(folder, 'node_modules/.bin/editly');
    return { program, options: ['film.json5'], version: `editly ${VERSION}` };
  },
};
