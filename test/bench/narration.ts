import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const SAMPLE_RATE = 48_000;

/**
 * Writes a mono 16-bit WAV file that an encoder finds about as hard as speech: a voiced tone with harmonics in
 * syllables, a little noise, and pauses. The same bytes every time.
 */
export async function writeNarration(path: string, seconds: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(wavHeader(seconds * SAMPLE_RATE));
  const random = pseudoRandom(1);
  let phase = 0;
  for (let second = 0; second < seconds; second++) {
    const samples = Buffer.alloc(SAMPLE_RATE * 2);
    for (let i = 0; i < SAMPLE_RATE; i++) {
      const time = second + i / SAMPLE_RATE;
      phase += (2 * Math.PI * (120 + 30 * Math.sin(time * 2.1))) / SAMPLE_RATE;
      const syllable = Math.max(0, Math.sin(time * 2 * Math.PI * 3.7)) * (time % 4 < 3.4 ? 1 : 0);
      const voice = Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(5 * phase) / 4 + Math.sin(11 * phase) / 6;
      samples.writeInt16LE(Math.round(6000 * syllable * (voice + 0.3 * (random() - 0.5))), i * 2);
    }
    if (!file.write(samples)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

function wavHeader(samples: number): Buffer {
  const header = Buffer.alloc(44);
  const dataBytes = samples * 2;
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** Numbers from 0 to 1, always the same ones for a seed. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
