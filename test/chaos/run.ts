/**
 * Breaks a running service on purpose, at random but the same way for the same seed, and checks the result.
 *
 *   node test/chaos/run.ts kills [--renders 300] [--kills 300] [--kinds worker,freeze,…] [--copies 1] [--seed 1] [--keep]
 *   node test/chaos/run.ts disk [--megabytes 128] [--rounds 3] [--seconds 20]
 *   node test/chaos/run.ts load [--requests 10000] [--at-once 50] [--renders 2] [--seed 1]
 *   node test/chaos/run.ts narration [--kills 50] [--slides 200] [--seed 1] [--spare-starting]
 *   node test/chaos/run.ts fairness [--narrations 1000] [--renders 1000] [--characters 5000] [--rounds 5]
 *   node test/chaos/run.ts webhooks [--events 1000] [--receivers 20] [--kills 100] [--everything] [--seed 1]
 *   node test/chaos/run.ts throttles [--renders 100] [--share 0.2] [--mode throttled|lost] [--seed 1]
 *   node test/chaos/run.ts backlog [--narrations 40000] [--rounds 100]
 *
 * Starts a service of its own. Prints what happened; ends with an error when something was lost or done twice.
 */
import { backlogCommand } from '../support/chaos/backlog-command.ts';
import { diskCommand } from '../support/chaos/disk-command.ts';
import { fairnessCommand } from '../support/chaos/fairness-command.ts';
import { killsCommand } from '../support/chaos/kills-command.ts';
import { loadCommand } from '../support/chaos/load-command.ts';
import { narrationCommand } from '../support/chaos/narration-command.ts';
import { throttlesCommand } from '../support/chaos/throttles-command.ts';
import { webhooksCommand } from '../support/chaos/webhooks-command.ts';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  backlog: backlogCommand,
  disk: diskCommand,
  fairness: fairnessCommand,
  kills: killsCommand,
  load: loadCommand,
  narration: narrationCommand,
  throttles: throttlesCommand,
  webhooks: webhooksCommand,
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) throw new Error(`There is no "${name}" to break: there are ${Object.keys(COMMANDS).join(', ')}`);
await command(args);
