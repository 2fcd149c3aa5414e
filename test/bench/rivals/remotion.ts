import { link, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CHROMIUM, chromiumVersion } from './chromium.ts';
import { npmInstall } from './npm-install.ts';
import { remotionDeck, remotionProps } from './remotion-deck.ts';
import { filesOf, type Rival } from './rival.ts';

const VERSION = '4.0.529';
const PACKAGES = [`@remotion/cli@${VERSION}`, `remotion@${VERSION}`, 'react@19', 'react-dom@19'];

/** A browser photographs every frame. */
export const remotionRival: Rival = {
  id: 'remotion',
  name: 'Remotion 4',
  async install(film) {
    const { folder, video, size, fps } = film;
    await mkdir(join(folder, 'public'), { recursive: true });
    for (const file of filesOf(film)) await link(file, join(folder, 'public', basename(file)));
    await npmInstall(folder, PACKAGES);
    await writeFile(join(folder, 'deck.cjs'), remotionDeck({ ...size, fps }));
    await writeFile(join(folder, 'props.json'), remotionProps(film));
    return {
      program: join(folder, 'node_modules/.bin/remotion'),
      options: [
        ...['render', 'deck.cjs', 'deck', video, '--props=props.json', '--x264-preset=veryfast', '--log=error'],
        `--browser-executable=${CHROMIUM}`,
      ],
      version: `Remotion ${VERSION}, ${await chromiumVersion(folder)}`,
    };
  },
};
