/**
 * `node test/ci/hostile-decks.ts`: imports hostile decks through the isolated reader, one after the other, and prints what each took: processor
 * time of all its processes together, and the peak of each. Fails where one takes more than its bounds, or ends otherwise than in a
 * deck or a refusal.
 */
import process from 'node:process';
import { HOSTILE_FILES } from '#test/support/decks/hostile-files.ts';
import { IMPORT_BOUNDS, measureImport } from '#test/support/decks/measure-import.ts';

const only = process.argv[2] ?? '';
let [cpu, peak, faults] = [0, 0, 0];
for (const { name, file } of HOSTILE_FILES.filter((each) => each.name.includes(only))) {
  const deck = await file();
  const line = await measureImport({ deck }).then(
    ({ outcome, cpuSeconds, decodeCpuSeconds, peakBytes, seconds }) => {
      const all = cpuSeconds + decodeCpuSeconds;
      cpu = Math.max(cpu, all);
      peak = Math.max(peak, peakBytes);
      const isOver = all > IMPORT_BOUNDS.cpuSeconds || peakBytes > IMPORT_BOUNDS.peakBytes;
      if (isOver) faults++;
      const how =
        'refused' in outcome
          ? `${outcome.refused.code} ${outcome.refused.message.slice(0, 90)}`
          : `${outcome.deck.slides.length} slides (${outcome.deck.slides.filter(({ look }) => look === 'original').length} own), ${[...new Set(outcome.deck.warnings.map(({ code }) => code))].join(' ')}`;
      return `${isOver ? 'OVER' : '    '} ${cpuSeconds.toFixed(1).padStart(6)} ${decodeCpuSeconds.toFixed(1).padStart(5)} ${(peakBytes / 2 ** 20).toFixed(0).padStart(5)} ${seconds.toFixed(1).padStart(6)}  ${(deck.length / 2 ** 20).toFixed(1).padStart(5)} MB  ${name}: ${how}`;
    },
    (error: unknown) => {
      faults++;
      return `FAULT ${name}: ${error instanceof Error ? error.stack : String(error)}`;
    },
  );
  console.log(line);
}
console.log(
  `most CPU ${cpu.toFixed(1)} s, highest peak ${(peak / 2 ** 20).toFixed(0)} MB, ${faults} over their bounds`,
);
process.exitCode = faults > 0 ? 1 : 0;
