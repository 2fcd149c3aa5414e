import { parentPort, workerData } from 'node:worker_threads';
import type { EspeakModule } from 'espeak-ng';
import espeak from 'espeak-ng';
import { decodeWavHeader } from '../../video/audio/wav.ts';
import { MAX_SPEECH_SECONDS, SpeechError } from '../engine.ts';
import { joinSentences } from '../join-sentences.ts';
import type { EspeakJob, EspeakResult, EspeakTooLong } from './espeak.ts';
import { sentenceClipsOf } from './utterance.ts';

interface EspeakClips {
  sampleRate: number;
  /** One per line, with the program's silence around it. */
  clips: Int16Array[];
}

// In the program's own file system, which is in memory.
const WAV = '/speech.wav';
/** 16 bit at 22,050 Hz, the rate of all voices. */
const MAX_BYTES = MAX_SPEECH_SECONDS * 22_050 * 2;

/**
 * Speaks all lines in one run of the program. The program reads a line only after it has spoken the line before, so the
 * length of the WAV file at that moment is where the line's speech begins: 40 sentences need one start of the program
 * (70 ms), not 40.
 */
async function speakLines(job: EspeakJob): Promise<EspeakClips> {
  const { module, lines, isMarkup, voice, wordsPerMinute, amplitude } = job;
  const input = lines.map((line) => Buffer.from(`${line}\n`));
  const starts: number[] = [];
  const complaints: string[] = [];
  let program: EspeakModule | undefined;
  let line = 0;
  let byte = 0;
  let isOverlong = false;

  const spokenBytes = () => {
    program?._fflush(0);
    try {
      return program?.FS.stat(WAV).size ?? 0;
    } catch {
      return 0; // The file is created with the first sound.
    }
  };
  const { FS } = await espeak({
    // biome-ignore format: an option and its value on one line
    arguments: [
      '-v', voice,
      '-s', String(wordsPerMinute),
      '-a', String(amplitude),
      '-b', '1', // UTF-8
      '-z', // no pause after a text: pauses are ours
      '-D', // the same text gives the same samples
      '-w', WAV,
      ...(isMarkup ? ['-m'] : []),
    ],
    print: (text) => void complaints.push(text),
    printErr: (text) => void complaints.push(text),
    preRun: [
      (started) => {
        program = started;
      },
    ],
    stdin: () => {
      if (byte === 0) {
        const bytes = spokenBytes();
        starts.push(bytes);
        // An error thrown here is lost. The program is told that the input has ended.
        isOverlong = bytes > MAX_BYTES;
      }
      if (isOverlong) return null;
      const value = input[line]?.[byte++];
      if (value !== undefined) return value;
      line++;
      byte = 0;
      return null;
    },
    instantiateWasm: (imports, done) => {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
  });
  if (isOverlong) throw new SpeechError('too_long', 'The speech is too long.');
  return readClips(FS, starts, lines.length, complaints);
}

function readClips(
  FS: EspeakModule['FS'],
  starts: readonly number[],
  lines: number,
  complaints: readonly string[],
): EspeakClips {
  let wav: Buffer;
  try {
    wav = Buffer.from(FS.readFile(WAV));
  } catch (cause) {
    throw new Error(`espeak-ng wrote no sound: ${complaints.join(' | ').slice(0, 500)}`, { cause });
  }
  if (starts.length <= lines) throw new Error(`espeak-ng read ${starts.length} of ${lines} lines`);
  const { sampleRate, dataOffset } = decodeWavHeader(wav);
  const clips: Int16Array[] = [];
  for (let i = 0; i < lines; i++) {
    const from = Math.max(starts[i] ?? 0, dataOffset);
    const to = Math.max(starts[i + 1] ?? 0, from);
    // A copy: a view of 16-bit values needs an even offset.
    clips.push(new Int16Array(new Uint8Array(wav.subarray(from, to - ((to - from) % 2))).buffer));
  }
  return { sampleRate, clips };
}

const job = workerData as EspeakJob;
try {
  const { sampleRate, clips } = await speakLines(job);
  const result: EspeakResult = {
    sampleRate,
    ...joinSentences(sentenceClipsOf(job.script, clips), sampleRate, job.speed),
  };
  parentPort?.postMessage(result, [result.pcm.buffer]);
} catch (error) {
  if (!(error instanceof SpeechError && error.code === 'too_long')) throw error;
  // An error loses its class between threads.
  const tooLong: EspeakTooLong = 'too_long';
  parentPort?.postMessage(tooLong);
}
