import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '../command-options.ts';
import { startService } from '../service/start-service.ts';
import { breakNarration } from './break-narration.ts';

/** `npm run chaos -- narration`: every slide has to end ready, made and counted once. */
export async function narrationCommand(args: string[]): Promise<void> {
  const values = parseOptionsOrExit(
    'npm run chaos -- narration [--kills 50] [--slides 200] [--seed 1] [--spare-starting]',
    {
      kills: NUMBER_OPTION,
      slides: NUMBER_OPTION,
      seed: NUMBER_OPTION,
      'spare-starting': { type: 'boolean', default: false },
    },
    args,
  );
  const kills = Number(values.kills ?? 50);
  const wanted = {
    kills,
    slides: Number(values.slides ?? 4 * kills),
    seed: Number(values.seed ?? 1),
    sparesStarting: values['spare-starting'],
  };
  const service = await startService();
  try {
    const outcome = await breakNarration(service, wanted);
    console.log(JSON.stringify({ ...wanted, ...outcome }, null, 2));
    const { statuses, characters, files } = outcome;
    if (outcome.killed < kills) throw new Error(`only ${outcome.killed} kills before all was ready: more --slides`);
    const isWhole =
      statuses.ready === wanted.slides &&
      characters.counted === characters.said &&
      files.wav === wanted.slides &&
      files.mp3 === wanted.slides;
    if (!isWhole) throw new Error('some narration was lost, or made or counted twice');
  } finally {
    await service.stop();
  }
}
