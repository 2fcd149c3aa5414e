import { link, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CHROMIUM, chromiumVersion } from './chromium.ts';
import { FFPROBE_PACKAGE, ffmpegPrograms } from './ffmpeg-programs.ts';
import { npmInstall } from './npm-install.ts';
import { filesOf, type Rival, type RivalFilm } from './rival.ts';

const VERSION = '0.8.170';
/** The animation library that its pages use. */
const GSAP = 'gsap@3.14.2';

/** The movements as a script: HyperFrames moves its timeline to the time of each frame. */
function script({ pictures, motion, secondsPerSlide }: RivalFilm): string {
  if (!motion) return '';
  const { fadeSeconds, riseSeconds, risePixels, parts } = motion;
  const lines = pictures.flatMap((_, slide) => {
    const start = slide * secondsPerSlide;
    const fade = `tl.fromTo('#slide-${slide}', { opacity: 0 }, { opacity: 1, duration: ${fadeSeconds}, ease: 'sine.inOut' }, ${start});`;
    const rises = (parts[slide] ?? []).flatMap(({ at }, part) => {
      const [target, from] = [`'#part-${slide}-${part}'`, start + at];
      return [
        `tl.fromTo(${target}, { opacity: 0 }, { opacity: 1, duration: ${riseSeconds * 0.75}, ease: 'sine.inOut' }, ${from});`,
        `tl.fromTo(${target}, { y: ${risePixels} }, { y: 0, duration: ${riseSeconds}, ease: 'power3.out' }, ${from});`,
      ];
    });
    return [...(slide === 0 ? [] : [fade]), ...rises];
  });
  return `<script src="assets/gsap.min.js"></script>
<script>
window.__timelines = window.__timelines || {};
const tl = gsap.timeline({ paused: true });
${lines.join('\n')}
window.__timelines.main = tl;
</script>`;
}

/** The video as a page. If nothing moves, no timeline is registered, and the page says so: HyperFrames would wait 45 s for one. */
function page(film: RivalFilm): string {
  const { pictures, motion, wav, size, fps, secondsPerSlide } = film;
  const { width, height } = size;
  const slides = pictures.map((file, index) => {
    // A slide stands until the next one is over it. Clips of a track must not overlap.
    const shown = secondsPerSlide + (index < pictures.length - 1 ? (motion?.fadeSeconds ?? 0) : 0);
    const time = `data-start="${index * secondsPerSlide}" data-duration="${shown}" data-track-index="${index % 2}"`;
    const parts = (motion?.parts[index] ?? []).map(
      (part, number) =>
        `<img id="part-${index}-${number}" class="part" src="assets/${basename(part.file)}" style="left: ${part.x}px; top: ${part.y}px">`,
    );
    return `<div id="slide-${index}" class="clip" style="z-index: ${index}" ${time}><img src="assets/${basename(file)}">${parts.join('')}</div>`;
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
.part { position: absolute }
</style>
</head>
<body>
<div id="root" data-composition-id="main" ${motion ? '' : 'data-no-timeline '}data-start="0" data-duration="${seconds}"
  data-width="${width}" data-height="${height}" data-fps="${fps}">
${slides.join('\n')}
<audio id="sound" src="assets/${basename(wav)}" data-start="0" data-duration="${seconds}" data-track-index="2"></audio>
</div>
${script(film)}
</body>
</html>
`;
}

/** HTML to video: a browser photographs every frame. */
export const hyperframesRival: Rival = {
  id: 'hyperframes',
  name: 'HyperFrames',
  async install(film) {
    const { folder, video, fps } = film;
    await mkdir(join(folder, 'film/assets'), { recursive: true });
    for (const file of filesOf(film)) await link(file, join(folder, 'film/assets', basename(file)));
    await writeFile(join(folder, 'film/index.html'), page(film));
    await npmInstall(folder, [`hyperframes@${VERSION}`, GSAP, FFPROBE_PACKAGE]);
    await link(join(folder, 'node_modules/gsap/dist/gsap.min.js'), join(folder, 'film/assets/gsap.min.js'));
    const { ffmpeg, ffprobe } = await ffmpegPrograms(folder);
    return {
      program: join(folder, 'node_modules/.bin/hyperframes'),
      options: ['render', 'film', '--output', video, '--fps', String(fps), '--quiet'],
      version: `HyperFrames ${VERSION}, ${await chromiumVersion(folder)}`,
      environment: {
        ...{ HYPERFRAMES_BROWSER_PATH: CHROMIUM, HYPERFRAMES_FFMPEG_PATH: ffmpeg, HYPERFRAMES_FFPROBE_PATH: ffprobe },
        ...{ HYPERFRAMES_NO_TELEMETRY: '1', HYPERFRAMES_NO_UPDATE_CHECK: '1', HYPERFRAMES_NO_AUTO_INSTALL: '1' },
      },
    };
  },
};
