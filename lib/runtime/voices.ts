import type { ShowVoicesTools } from '../narration/show-voices.ts';
import { transcodeSpeech } from '../video/audio/transcode-speech.ts';
import { data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { narrator } from './narrator.ts';
import { speak } from './speaker.ts';

/** A list of voices waits so long for samples that nobody was shown before, in milliseconds. */
const PATIENCE_MS = 1500;

export const showVoicesTools = lazy(
  (): ShowVoicesTools => ({
    engine: narrator,
    files: data().files,
    speak,
    toMp3: (wav, signal) => transcodeSpeech(wav, 'mp3', ffmpeg(signal)),
    deadline: () => AbortSignal.timeout(PATIENCE_MS),
    known: new Set(),
    log,
  }),
);
