/** `npm run account -- …`: accounts, plans, credentials and invitations, for operators. */
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandError } from '#emulators/host/command-errors.ts';
import {
  type ApiKey,
  type Invitation,
  type LinkedIdentity,
  PLAN_NAMES,
  type Plan,
  scopeOfApiKey,
} from '#features/accounts/account.ts';
import { readAccountUsage } from '#features/accounts/account-usage.ts';
import {
  changePlanOfAccount,
  createAccount,
  issueApiKey,
  linkIdentity,
  listApiKeysOfAccount,
  listIdentitiesOfAccount,
  revokeApiKey,
  UnknownAccountError,
  unlinkIdentity,
} from '#features/accounts/manage-accounts.ts';
import { createInvitation, listOpenInvitations, revokeInvitation } from '#features/accounts/manage-invitations.ts';
import { KEY_SCOPES, type KeyScope } from '#kernel/contract/key-scope.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { DEVELOPMENT_ISSUER, openDevelopmentIssuerKeys } from '#stack/open-development-issuer-keys.ts';
import { readStackState } from '#stack/state-file.ts';
import { deleteAccountAndFindRemains, operatorDeletionDeps } from '../delete-account.ts';
import { exportAccount } from '../export-account.ts';
import { invitationPageUrl } from '../invitation-page-url.ts';
import {
  identityProviderUserOf,
  operatorAccountDeps,
  operatorExportDeps,
  operatorInvitationDeps,
  type ServiceEnvironment,
} from '../operator.ts';
import { createCommandFromCatalog, createJsonOption, runNpmScriptCommand } from '../program.ts';

const dataDir = process.env.DATA_DIR || '.local';

/**
 * The environment of the deployed service with the table TABLE_NAME, or of the service that runs on DATA_DIR.
 * @throws CommandError without either
 */
function serviceEnvironment(): ServiceEnvironment {
  // TABLE_NAME has precedence over a local service that is running.
  if (process.env.TABLE_NAME) return process.env as ServiceEnvironment;
  const state = readStackState(join(dataDir, 'stack.json'));
  if (state) return state.environment;
  throw new CommandError(
    `No service runs on DATA_DIR=${dataDir}. Start it with npm start, or set TABLE_NAME to the table of a deployed stage.`,
  );
}

const toPrintedKey = (key: ApiKey) => ({
  key_id: key.id,
  name: key.name,
  scope: scopeOfApiKey(key),
  last4: key.last4,
  created_at: key.created_at,
  last_used_at: key.last_used_at ?? null,
});

const toPrintedInvitation = ({ id, plan, name, email, created_at, expires_at }: Invitation) => ({
  invitation_id: id,
  plan,
  name,
  email,
  created_at,
  expires_at,
});

const toPrintedIdentity = ({ issuer, subject, created_at }: LinkedIdentity) => ({ issuer, subject, created_at });

/** Prints an object: as JSON on one line, or with one line for each field. */
function printAnswer(answer: Record<string, unknown>, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else
    for (const [name, value] of Object.entries(answer))
      process.stdout.write(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
}

const jsonObjectOption = () => createJsonOption('one JSON object');
const accountOption = () => new Option('--account <id>', 'the account').makeOptionMandatory();
const subjectOption = () => new Option('--subject <sub>', 'a user of the identity provider (`sub` of the tokens)');
const planOption = () => new Option('--plan <plan>', 'free, pro or max').choices(PLAN_NAMES).makeOptionMandatory();

/** An action of commander: calls `act` with the dependencies of the service that `serviceEnvironment` finds, and prints its answer. */
const accountAction =
  <Options extends { json: boolean }>(
    act: (
      deps: ReturnType<typeof operatorAccountDeps>,
      options: Options,
      environment: ServiceEnvironment,
    ) => Promise<Record<string, unknown>>,
  ) =>
  async (options: Options): Promise<void> => {
    const environment = serviceEnvironment();
    printAnswer(await act(operatorAccountDeps(environment), options, environment), options.json);
  };

const requireProviderUser = (environment: ServiceEnvironment, accountId: string, subject: string) => {
  const user = identityProviderUserOf(environment, accountId, subject);
  if (!user) throw new CommandError('This service trusts no identity provider: AUTH_ISSUER is not set.');
  return user;
};

const MAX_TOKEN_SECONDS = 30 * 86_400;

function parseSeconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX_TOKEN_SECONDS)
    throw new InvalidArgumentError(`Seconds, from 1 to ${MAX_TOKEN_SECONDS}.`);
  return value;
}

function addAccounts(program: Command): void {
  program
    .command('create')
    .description('make an account and its first API key, which is shown only once')
    .addOption(subjectOption())
    .addOption(planOption())
    .option('--name <name>', 'name of the account', 'Developer')
    .option('--email <email>', 'e-mail address of the account', 'developer@example.com')
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ plan: Plan; name: string; email: string; subject?: string; json: boolean }>(
        async (deps, { plan: chosenPlan, name, email, subject }, environment) => {
          // Checked before the account is created.
          if (subject !== undefined) requireProviderUser(environment, '', subject);
          const createdAccount = await createAccount(deps, { plan: chosenPlan, name, email });
          const user = identityProviderUserOf(environment, createdAccount.account.id, subject);
          if (user) await linkIdentity(deps, createdAccount.account.id, user);
          return {
            account_id: createdAccount.account.id,
            api_key: createdAccount.secret,
            key_id: createdAccount.key.id,
            plan: chosenPlan,
            name,
            email,
          };
        },
      ),
    );

  program
    .command('plan')
    .description('change the plan of an account')
    .addOption(accountOption())
    .addOption(planOption())
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; plan: Plan; json: boolean }>(async (deps, options) => {
        const changedAccount = await changePlanOfAccount(deps, options.account, options.plan);
        return { account_id: changedAccount.id, plan: changedAccount.plan };
      }),
    );

  program
    .command('usage')
    .description('what an account used this month, what waiting and running work has reserved, and its limits')
    .addOption(accountOption())
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; json: boolean }>(async (deps, options) => ({
        ...(await readAccountUsage(deps, options.account)),
      })),
    );

  program
    .command('delete')
    .description('erase everything of an account except its accounting record, and show what is left')
    .addOption(accountOption())
    .option('--wait', 'also wait for the second pass, which starts when all URLs for uploads have expired', false)
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; wait: boolean; json: boolean }>(async ({ clock }, options, environment) => {
        const printProgress = (line: string) => process.stderr.write(`${line}\n`);
        const deletion = await deleteAccountAndFindRemains(
          operatorDeletionDeps(environment, clock, printProgress),
          options.account,
          options.wait,
        );
        if (!deletion) throw new UnknownAccountError(`There is no account ${options.account}.`);
        if (deletion.phase === 'erased' && deletion.left.items.length + deletion.left.files.length > 0)
          process.exitCode = 1;
        return { ...deletion };
      }),
    );

  program
    .command('export')
    .description('write everything of an account into a new directory: JSON, files, and a manifest with their SHA-256')
    .addOption(accountOption())
    .option('--to <directory>', 'the new directory (default: export-<account>)')
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; to?: string; json: boolean }>(async (_, options, environment) => {
        const directory = options.to ?? `export-${options.account}`;
        const accountExport = await exportAccount(operatorExportDeps(environment), options.account, directory);
        if (!accountExport) throw new UnknownAccountError(`There is no account ${options.account}.`);
        return { ...accountExport };
      }),
    );
}

function addKeys(program: Command): void {
  const key = program.command('key').description('the API keys of an account');

  key
    .command('create')
    .description('issue a key, which is shown only once')
    .addOption(accountOption())
    .option('--name <name>', 'a name to recognize it by', 'key')
    .addOption(
      new Option('--scope <scope>', 'read: only reads; write: also changes data; admin: also manages keys')
        .choices(KEY_SCOPES)
        .default('write'),
    )
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; name: string; scope: KeyScope; json: boolean }>(async (deps, options) => {
        const issuedKey = await issueApiKey(deps, options.account, options);
        return { account_id: options.account, api_key: issuedKey.secret, ...toPrintedKey(issuedKey.key) };
      }),
    );

  key
    .command('list')
    .description('the keys, without their secret parts')
    .addOption(accountOption())
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; json: boolean }>(async (deps, options) => ({
        account_id: options.account,
        keys: (await listApiKeysOfAccount(deps, options.account)).map(toPrintedKey),
      })),
    );

  key
    .command('revoke')
    .description('revoke a key; it is refused from the next request on')
    .addOption(accountOption())
    .requiredOption('--key <id>', 'the id of the key')
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; key: string; json: boolean }>(async (deps, options) => {
        if (!(await revokeApiKey(deps, options.account, options.key)))
          throw new UnknownAccountError(`The account has no key ${options.key}.`);
        return { account_id: options.account, key_id: options.key, revoked: true };
      }),
    );
}

function addIdentities(program: Command): void {
  const identity = program
    .command('identity')
    .description('the users of the identity provider who may act for an account');

  identity
    .command('add')
    .description('let the tokens of a user act for an account')
    .addOption(accountOption())
    .addOption(subjectOption().makeOptionMandatory())
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; subject: string; json: boolean }>(async (deps, options, environment) => {
        const user = requireProviderUser(environment, options.account, options.subject);
        return { account_id: options.account, ...toPrintedIdentity(await linkIdentity(deps, options.account, user)) };
      }),
    );

  identity
    .command('list')
    .description('the users')
    .addOption(accountOption())
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; json: boolean }>(async (deps, options) => ({
        account_id: options.account,
        identities: (await listIdentitiesOfAccount(deps, options.account)).map(toPrintedIdentity),
      })),
    );

  identity
    .command('remove')
    .description("revoke a user's right; the tokens are refused from the next request on")
    .addOption(accountOption())
    .addOption(subjectOption().makeOptionMandatory())
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; subject: string; json: boolean }>(async (deps, options, environment) => {
        const user = requireProviderUser(environment, options.account, options.subject);
        if (!(await unlinkIdentity(deps, options.account, user)))
          throw new UnknownAccountError(`The account has no user ${options.subject}.`);
        return { account_id: options.account, ...user, removed: true };
      }),
    );
}

const HOUR_SECONDS = 3600;
const SECONDS_BY_UNIT = { h: HOUR_SECONDS, d: 24 * HOUR_SECONDS } as const;

/** Seconds of a time such as `12h` or `7d`. @throws InvalidArgumentError for another text, and for more than an invitation is kept */
function parseValidity(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([hd])$/.exec(text) ?? [];
  const seconds = Number(count) * SECONDS_BY_UNIT[unit as keyof typeof SECONDS_BY_UNIT];
  const maxSeconds = ITEM_LIFETIMES.invitation.seconds;
  if (!(seconds <= maxSeconds))
    throw new InvalidArgumentError(`A time such as 12h or 7d, at most ${maxSeconds / SECONDS_BY_UNIT.d}d.`);
  return seconds;
}

function addInvitations(program: Command): void {
  program
    .command('invite')
    .description('make a link with which one person makes an account; it is shown only once')
    .addOption(planOption())
    .option('--name <name>', 'name of the account; who accepts may change it', 'Account')
    .option('--email <email>', 'e-mail address of the account; who accepts may change it', '')
    .option(
      '--expires <time>',
      'the time for which it is valid, such as 12h or 7d',
      parseValidity,
      7 * SECONDS_BY_UNIT.d,
    )
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ plan: Plan; name: string; email: string; expires: number; json: boolean }>(
        async (_, { plan: chosenPlan, name, email, expires }, environment) => {
          const deps = operatorInvitationDeps(environment);
          // Checked before the invitation is made.
          const pageUrl = invitationPageUrl(environment);
          const { invitation, token } = await createInvitation(deps, { plan: chosenPlan, name, email }, expires);
          return { url: pageUrl + token, ...toPrintedInvitation(invitation) };
        },
      ),
    );

  const invitation = program.command('invitation').description('the invitations that were not accepted yet');

  invitation
    .command('list')
    .description('the invitations that can be accepted, without their links')
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ json: boolean }>(async (_, __, environment) => ({
        invitations: (await listOpenInvitations(operatorInvitationDeps(environment))).map(toPrintedInvitation),
      })),
    );

  invitation
    .command('revoke')
    .description('revoke an invitation; its link is refused from the next request on')
    .requiredOption('--invitation <id>', 'the id of the invitation')
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ invitation: string; json: boolean }>(async (_, options, environment) => {
        if (!(await revokeInvitation(operatorInvitationDeps(environment), options.invitation)))
          throw new CommandError(`There is no invitation ${options.invitation}.`);
        return { invitation_id: options.invitation, revoked: true };
      }),
    );
}

function addTokens(program: Command): void {
  program
    .command('token')
    .description('mint a development access token, to be sent as Authorization: Bearer (local service only)')
    .addOption(accountOption())
    .option('--expires-in <seconds>', 'the time for which it is valid', parseSeconds, 3600)
    .addOption(jsonObjectOption())
    .action(
      accountAction<{ account: string; expiresIn: number; json: boolean }>(async (deps, options, environment) => {
        const user = identityProviderUserOf(environment, options.account);
        if (user?.issuer !== DEVELOPMENT_ISSUER)
          throw new CommandError('Tokens can be minted only for a local service with the development issuer.');
        await linkIdentity(deps, options.account, user);
        const now = deps.clock();
        const token = await openDevelopmentIssuerKeys(dataDir).mint(user.subject, {
          now,
          expiresIn: options.expiresIn,
        });
        return {
          account_id: options.account,
          token,
          expires_at: new Date((Math.floor(now.getTime() / 1000) + options.expiresIn) * 1000).toISOString(),
        };
      }),
    );
}

/** `video account`, with its options. */
export function accountCommand(): Command {
  const program = createCommandFromCatalog('account');
  for (const addSubcommands of [addAccounts, addInvitations, addKeys, addIdentities, addTokens])
    addSubcommands(program);
  return program;
}

if (import.meta.main) await runNpmScriptCommand('account', accountCommand());
