/** `npm run export -- <id>`: saves a timeline as JSON, or downloads the video of a render or the newest video of a timeline. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import { ID_PREFIXES } from '#kernel/shared/ids.ts';
import { runWithSelectedService } from '../account-service.ts';
import { type CliApiClient, createCliApiClient, type RenderResponse } from '../cli-api-client.ts';
import { runCommandAndExit } from '../command.ts';
import { downloadToFile } from '../download-to-file.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';
import { addServiceConnectionOptions, type ServiceConnectionOptions } from '../service-connection-options.ts';

interface Options extends ServiceConnectionOptions {
  output?: string;
  json: boolean;
}

const isRender = (id: string): boolean => id.startsWith(`${ID_PREFIXES.render}_`);

const VIDEO_EXTENSION = /^\.(?:mp4|webm)$/;

async function exportFrom(id: string, options: Options, signal: AbortSignal): Promise<void> {
  const { output, json } = options;
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  await runWithSelectedService(options, say, async (address) => {
    const client = createCliApiClient({ ...address, signal });
    const isVideo = isRender(id) || VIDEO_EXTENSION.test(extname(output ?? ''));
    if (!isVideo) {
      const text = `${JSON.stringify(await client.getTimeline(id), null, 2)}\n`;
      if (output === undefined) process.stdout.write(text);
      else await saveText(resolve(output), text, json);
      return;
    }
    const render = isRender(id) ? await client.getRender(id) : await newestCompletedRender(client, id);
    if (render.output.url === null)
      throw new CommandError(`The render ${render.id} is ${render.status}: it has no video to download.`);
    const { pathname } = new URL(render.output.url);
    const file = resolve(output ?? `${render.id}${VIDEO_EXTENSION.exec(extname(pathname))?.[0] ?? '.mp4'}`);
    await downloadToFile(render.output.url, file, signal);
    process.stdout.write(json ? `${JSON.stringify({ file, render_id: render.id })}\n` : `Saved ${file}\n`);
  });
}

/** The newest completed render of a timeline. @throws CommandError if it has none */
async function newestCompletedRender(client: CliApiClient, timelineId: string): Promise<RenderResponse> {
  const [newest] = await client.completedRenders(timelineId);
  if (!newest) throw new CommandError(`The timeline ${timelineId} has no completed render. POST /renders makes one.`);
  return newest;
}

async function saveText(file: string, text: string, json: boolean): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
  process.stdout.write(json ? `${JSON.stringify({ file })}\n` : `Saved ${file}\n`);
}

/** `video export`, with its options. */
export function exportCommand() {
  const command = createCommandFromCatalog('export')
    .argument('<id>', 'id of a timeline (tl_…) or a render (rn_…)')
    .option(
      '-o, --output <file>',
      'a .json file for the timeline, or a .mp4 or .webm file for its newest video; without it, JSON is printed',
    );
  return addServiceConnectionOptions(command, 'the one on DATA_DIR, which is started if none runs')
    .optionsGroup('Output:')
    .addOption(createJsonOption('what was saved as one JSON object'))
    .action((id: string, options: Options) => runCommandAndExit((signal) => exportFrom(id, options, signal)));
}

if (import.meta.main) await runNpmScriptCommand('export', exportCommand());
