import { link, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CHROMIUM, chromiumVersion } from './chromium.ts';
import { npmInstall } from './npm-install.ts';
import { remotionDeck } from './remotion-deck.ts';
import type { Rival } from './rival.ts';

const VERSION = '4.0.529';
const PACKAGES = [`@remotion/cli@${VERSION}`, `remotion@${VERSION}`, 'react@19', 'react-dom@19'];

/** A browser photographs every frame. */
export const remotionRival: Rival = {
  id: 'remotion',
  name: 'Remotion 4',
  async install({ folder, pictures, wav, video, size, fps, secondsPerSlide }) {
    await mkdir(join(folder, 'public'), { recursive: true });
    for (const file of [...pictures, wav]) await link(file, join(folder, 'public', basename(file)));
    await npmInstall(folder, PACKAGES);
    await writeFile(join(folder, 'deck.cjs'), remotionDeck({ ...size, fps }));
    const props = JSON.stringify({ slides: pictures.length, frames: fps * secondsPerSlide });
    return {
      program: join(folder, 'node_modules/.bin/remotion'),
      options: [
        ...['render', 'deck.cjs', 'deck', video, `--props=${props}`, '--x264-preset=veryfast', '--log=error'],
        `--browser-executable=${CHROMIUM}`,
      ],
      version: `Remotion ${VERSION}, ${await chromiumVersion(folder)}`,
      isCpuKnown: false,
    };
  },
};
