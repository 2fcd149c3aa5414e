/** `npm run import -- deck.pptx`: creates a timeline from a deck; prints its id and what could not be imported. */

import { runWithSelectedService } from '../account-service.ts';
import { assertImportLostNothing } from '../assert-whole.ts';
import { createCliApiClient } from '../cli-api-client.ts';
import { runCommandAndExit } from '../command.ts';
import {
  addDeckOptions,
  DECK_ARGUMENT_HELP,
  type DeckCommandOptions,
  loadMusicOfCommandOptions,
  readDeckOptions,
  timelineVideosOfOptions,
} from '../deck-options.ts';
import { importDeckAndWait, importReportLines } from '../import-deck-and-wait.ts';
import { assertImportReportPath, writeImportReportFile } from '../import-report-file.ts';
import { loadDeckUnlessUrl } from '../load-deck.ts';
import { motionHintLines } from '../motion-lines.ts';
import { uploadTimelineMusic } from '../music-file.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';
import { addServiceConnectionOptions, type ServiceConnectionOptions } from '../service-connection-options.ts';
import { sendTimelineVideos } from '../timeline-videos.ts';

interface Options extends DeckCommandOptions, ServiceConnectionOptions {
  json: boolean;
}

async function importDeck(path: string, options: Options, signal: AbortSignal): Promise<void> {
  const { json, strict, report: reportFile } = options;
  assertImportReportPath(reportFile, path);
  const say = (line: string): void => void (json ? process.stderr : process.stdout).write(`${line}\n`);
  const deck = await loadDeckUnlessUrl(path, options);
  const { options: deckOptions, settings } = readDeckOptions(options);
  const music = loadMusicOfCommandOptions(options);
  const videos = timelineVideosOfOptions(options);
  await runWithSelectedService(options, say, async (address) => {
    const client = createCliApiClient({ ...address, signal });
    // Sent before the import: if a video cannot be sent, no timeline is made.
    const sentVideos = await sendTimelineVideos(client, videos, signal);
    const endedImport = await importDeckAndWait(client, deck, deckOptions, signal);
    const { timeline_id, report } = endedImport;
    await writeImportReportFile(client, endedImport, reportFile);
    for (const line of [...importReportLines(endedImport), ...motionHintLines(options)]) say(line);
    if (reportFile !== undefined) say(`Report ${reportFile}`);
    try {
      if (strict) assertImportLostNothing(endedImport, 'so the timeline was deleted again');
    } catch (error) {
      await client.deleteTimeline(timeline_id);
      throw error;
    }
    const patch = { ...settings, ...sentVideos };
    if (Object.keys(patch).length > 0) await client.updateTimeline(timeline_id, patch);
    if (music) await uploadTimelineMusic(client, timeline_id, music, signal);
    process.stdout.write(json ? `${JSON.stringify({ timeline_id, report })}\n` : `Timeline ${timeline_id}\n`);
  });
}

/** `video import`, with its options. */
export function importCommand() {
  const command = createCommandFromCatalog('import').argument('<deck>', DECK_ARGUMENT_HELP);
  addDeckOptions(command, 'timeline');
  addServiceConnectionOptions(command, 'the one on DATA_DIR, which is started if none runs');
  return command
    .optionsGroup('Output:')
    .addOption(createJsonOption())
    .action((path: string, options: Options) => runCommandAndExit((signal) => importDeck(path, options, signal)));
}

if (import.meta.main) await runNpmScriptCommand('import', importCommand());
