/** `npm run account -- …`: the operator's command over accounts and keys; no public endpoint gives out credentials. */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { type ApiKey, PLANS, type Plan } from '../../lib/accounts/account.ts';
import {
  type AccountTools,
  changePlan,
  createAccount,
  issueKey,
  listKeys,
  revokeKey,
  UnknownAccount,
} from '../../lib/accounts/manage-accounts.ts';
import { readState } from '../stack/state-file.ts';
import { operatorTools, type ServiceEnvironment } from './operator.ts';

class Unreachable extends Error {}

/** The service that runs on DATA_DIR, or the deployed one whose table TABLE_NAME names. */
function serviceEnvironment(): ServiceEnvironment {
  const dataDir = process.env.DATA_DIR || '.local';
  const state = readState(join(dataDir, 'stack.json'));
  if (state) return state.environment;
  if (process.env.TABLE_NAME) return process.env as ServiceEnvironment;
  throw new Unreachable(
    `No service runs on DATA_DIR=${dataDir}. Start it with npm start, or set TABLE_NAME to the table of a deployed stage.`,
  );
}

const shownKey = ({ id, name, last4, created_at, last_used_at }: ApiKey) => ({
  key_id: id,
  name,
  last4,
  created_at,
  last_used_at: last_used_at ?? null,
});

/** One object: as JSON on one line, or as lines for people. */
function print(answer: Record<string, unknown>, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else
    for (const [name, value] of Object.entries(answer))
      process.stdout.write(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
}

const json = () => new Option('--json', 'print one JSON object').default(false);
const account = () => new Option('--account <id>', 'the account').makeOptionMandatory();
const plan = () => new Option('--plan <plan>', 'free, pro or max').choices(PLANS).makeOptionMandatory();

const run =
  <Options extends { json: boolean }>(
    act: (tools: AccountTools, options: Options) => Promise<Record<string, unknown>>,
  ) =>
  async (options: Options): Promise<void> =>
    print(await act(operatorTools(serviceEnvironment()), options), options.json);

const program = new Command('account').description('Accounts, plans and API keys of the running service');

program
  .command('create')
  .description('make an account and its first API key, which is shown this once')
  .addOption(plan())
  .option('--name <name>', 'name of the account', 'Developer')
  .option('--email <email>', 'e-mail address of the account', 'developer@example.com')
  .addOption(json())
  .action(
    run<{ plan: Plan; name: string; email: string; json: boolean }>(async (tools, { plan: wanted, name, email }) => {
      const made = await createAccount(tools, { plan: wanted, name, email });
      return { account_id: made.account.id, api_key: made.secret, key_id: made.key.id, plan: wanted, name, email };
    }),
  );

program
  .command('plan')
  .description('change the plan of an account')
  .addOption(account())
  .addOption(plan())
  .addOption(json())
  .action(
    run<{ account: string; plan: Plan; json: boolean }>(async (tools, options) => {
      const changed = await changePlan(tools, options.account, options.plan);
      return { account_id: changed.id, plan: changed.plan };
    }),
  );

const key = program.command('key').description('the API keys of an account');

key
  .command('create')
  .description('issue a key; it is shown this once')
  .addOption(account())
  .option('--name <name>', 'a name to know it by', 'key')
  .addOption(json())
  .action(
    run<{ account: string; name: string; json: boolean }>(async (tools, options) => {
      const issued = await issueKey(tools, options.account, options.name);
      return { account_id: options.account, api_key: issued.secret, ...shownKey(issued.key) };
    }),
  );

key
  .command('list')
  .description('the keys, without what is secret of them')
  .addOption(account())
  .addOption(json())
  .action(
    run<{ account: string; json: boolean }>(async (tools, options) => ({
      account_id: options.account,
      keys: (await listKeys(tools, options.account)).map(shownKey),
    })),
  );

key
  .command('revoke')
  .description('take a key away; it is refused from the next request on')
  .addOption(account())
  .requiredOption('--key <id>', 'the id of the key')
  .addOption(json())
  .action(
    run<{ account: string; key: string; json: boolean }>(async (tools, options) => {
      if (!(await revokeKey(tools, options.account, options.key)))
        throw new UnknownAccount(`The account has no key ${options.key}.`);
      return { account_id: options.account, key_id: options.key, revoked: true };
    }),
  );

try {
  await program.parseAsync();
} catch (error) {
  const expected = error instanceof Unreachable || error instanceof UnknownAccount;
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
