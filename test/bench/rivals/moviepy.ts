import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runLimited } from './limited-run.ts';
import type { Rival } from './rival.ts';

const VERSION = '2.2.1';
const INSTALL_SECONDS = 300;

const SCRIPT = `
import json, sys
from moviepy import AudioFileClip, ImageClip, concatenate_videoclips

film = json.load(open(sys.argv[1]))
slides = [ImageClip(picture).with_duration(film["secondsPerSlide"]) for picture in film["pictures"]]
video = concatenate_videoclips(slides).with_audio(AudioFileClip(film["wav"]))
video.write_videofile(
    film["video"], fps=film["fps"], codec="libx264", preset="veryfast", audio_codec="aac", threads=film["threads"],
    logger=None,
)
`;

/** A video library for Python, in its own virtual environment. It brings an ffmpeg along. */
export const moviepyRival: Rival = {
  id: 'moviepy',
  name: 'MoviePy 2',
  async install({ folder, pictures, wav, video, fps, secondsPerSlide }) {
    const limits = { folder, seconds: INSTALL_SECONDS };
    await runLimited('python3', ['-m', 'venv', 'venv'], limits);
    const program = join(folder, 'venv/bin/python');
    await runLimited(program, ['-m', 'pip', 'install', '--quiet', `moviepy==${VERSION}`], limits);
    await writeFile(join(folder, 'film.py'), SCRIPT);
    const film = { pictures, wav, video, fps, secondsPerSlide, threads: 2 };
    await writeFile(join(folder, 'film.json'), JSON.stringify(film));
    const python = (await runLimited(program, ['--version'], limits)).trim();
    const options = ['film.py', 'film.json'];
    return { program, options, version: `MoviePy ${VERSION}, ${python}` };
  },
};
