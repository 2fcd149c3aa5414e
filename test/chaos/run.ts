/**
 * Breaks a running service on purpose, at random but the same way for the same seed, and checks the result. Starts its own service. Prints what happened; ends with an error when something was lost or done twice.
 */

import { exitWithText } from '#cli/command-line.ts';
import { backlogCommand } from '#test/support/chaos/backlog-command.ts';
import { batchCommand } from '#test/support/chaos/batch-command.ts';
import { diskCommand } from '#test/support/chaos/disk-command.ts';
import { fairnessCommand } from '#test/support/chaos/fairness-command.ts';
import { killsCommand } from '#test/support/chaos/kills-command.ts';
import { loadCommand } from '#test/support/chaos/load-command.ts';
import { narrationCommand } from '#test/support/chaos/narration-command.ts';
import { throttlesCommand } from '#test/support/chaos/throttles-command.ts';
import { webhooksCommand } from '#test/support/chaos/webhooks-command.ts';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  backlog: backlogCommand,
  batch: batchCommand,
  disk: diskCommand,
  fairness: fairnessCommand,
  kills: killsCommand,
  load: loadCommand,
  narration: narrationCommand,
  throttles: throttlesCommand,
  webhooks: webhooksCommand,
};

const USAGE = `npm run chaos -- NAME [options]: breaks a service of its own, and checks what it then does.
Names: ${Object.keys(COMMANDS).join(', ')}. "npm run chaos -- NAME --help" tells the options of one.`;

const [name = '', ...args] = process.argv.slice(2);
if (name === '--help' || name === '-h') exitWithText({ text: USAGE, exitCode: 0 });
const command = COMMANDS[name];
if (!command) exitWithText({ text: `There is no "${name}" to break.\n\n${USAGE}`, exitCode: 2 });
await command(args);
