import { runLimited } from './limited-run.ts';
import type { Rival, RivalFilm } from './rival.ts';

/** The arguments for MLT's command: one picture after another, the narration on a second track. */
function meltArguments({ pictures, wav, video, fps, secondsPerSlide }: RivalFilm): string[] {
  const last = fps * secondsPerSlide - 1;
  const total = fps * secondsPerSlide * pictures.length - 1;
  return [
    ...['-silent', '-profile', 'atsc_1080p_30', ...pictures.flatMap((file) => [file, 'in=0', `out=${last}`])],
    ...['-audio-track', wav, 'in=0', `out=${total}`],
    ...['-consumer', `avformat:${video}`, 'vcodec=libx264', 'preset=veryfast', 'acodec=aac', 'real_time=-2'],
  ];
}

/** A video editor's renderer. It comes with a Linux distribution, not by a package manager of a language. */
export const meltRival: Rival = {
  id: 'melt',
  name: 'melt',
  async install(film) {
    const told = await runLimited('melt', ['-version'], { folder: film.folder, seconds: 10 });
    const version = /melt [\d.]+/.exec(told)?.[0] ?? 'melt';
    return { program: 'melt', options: meltArguments(film), version };
  },
};
