import { link, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CHROMIUM, chromiumVersion } from './chromium.ts';
import { FFPROBE_PACKAGE, ffmpegPrograms } from './ffmpeg-programs.ts';
import { npmInstall } from './npm-install.ts';
import type { Rival, RivalFilm } from './rival.ts';

const VERSION = '0.8.170';

/** The video as a page. No timeline is registered, and the page says so: HyperFrames would wait 45 s for one. */
function page({ pictures, wav, size: { width, height }, fps, secondsPerSlide }: RivalFilm): string {
  const slides = pictures.map((file, index) => {
    const time = `data-start="${index * secondsPerSlide}" data-duration="${secondsPerSlide}" data-track-index="0"`;
    return `<img id="slide-${index}" class="clip" src="assets/${basename(file)}" ${time}>`;
  });
  const seconds = pictures.length * secondsPerSlide;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>
* { margin: 0 }
html, body, #root { width: ${width}px; height: ${height}px; overflow: hidden }
.clip { position: absolute; inset: 0 }
</style>
</head>
<body>
<div id="root" data-composition-id="main" data-no-timeline data-start="0" data-duration="${seconds}"
  data-width="${width}" data-height="${height}" data-fps="${fps}">
${slides.join('\n')}
<audio id="sound" src="assets/${basename(wav)}" data-start="0" data-duration="${seconds}" data-track-index="1"></audio>
</div>
</body>
</html>
`;
}

/** HTML to video: a browser photographs every frame. */
export const hyperframesRival: Rival = {
  id: 'hyperframes',
  name: 'HyperFrames',
  async install(film) {
    const { folder, pictures, wav, video, fps } = film;
    await mkdir(join(folder, 'film/assets'), { recursive: true });
    for (const file of [...pictures, wav]) await link(file, join(folder, 'film/assets', basename(file)));
    await writeFile(join(folder, 'film/index.html'), page(film));
    await npmInstall(folder, [`hyperframes@${VERSION}`, FFPROBE_PACKAGE]);
    const { ffmpeg, ffprobe } = await ffmpegPrograms(folder);
    return {
      program: join(folder, 'node_modules/.bin/hyperframes'),
      options: ['render', 'film', '--output', video, '--fps', String(fps), '--quiet'],
      version: `HyperFrames ${VERSION}, ${await chromiumVersion(folder)}`,
      environment: {
        ...{ HYPERFRAMES_BROWSER_PATH: CHROMIUM, HYPERFRAMES_FFMPEG_PATH: ffmpeg, HYPERFRAMES_FFPROBE_PATH: ffprobe },
        ...{ HYPERFRAMES_NO_TELEMETRY: '1', HYPERFRAMES_NO_UPDATE_CHECK: '1', HYPERFRAMES_NO_AUTO_INSTALL: '1' },
      },
      isCpuKnown: false,
    };
  },
};
