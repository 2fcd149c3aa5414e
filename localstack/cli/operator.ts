import { randomBytes } from 'node:crypto';
import { accountRepository } from '#adapters/aws/accounts/account-repository.ts';
import { invitationRepository } from '#adapters/aws/accounts/invitation-repository.ts';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { bucketClient, createTableClient } from '#adapters/aws/clients.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { type BucketStorage, s3BucketStorage } from '#adapters/aws/storage.ts';
import { Table } from '#adapters/aws/table/table.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { deliveryRepository } from '#adapters/aws/webhooks/delivery-repository.ts';
import { webhookRepository } from '#adapters/aws/webhooks/webhook-repository.ts';
import type { TokenSubject } from '#features/accounts/access-token.ts';
import type { Plan } from '#features/accounts/account.ts';
import { createAccount, linkIdentity, type ManageAccountsDeps } from '#features/accounts/manage-accounts.ts';
import type { InvitationDeps } from '#features/accounts/manage-invitations.ts';
import type { UsageStore } from '#features/accounts/ports.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { DEVELOPMENT_ISSUER } from '#stack/open-development-issuer-keys.ts';
import type { ExportDeps } from './export-account.ts';

/** The environment variables of the functions of a service, which name its table and bucket. */
export type ServiceEnvironment = Readonly<Record<string, string>>;

const requireVariable = (environment: ServiceEnvironment, name: string): string => {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`${name} is not known for this service.`);
  return value;
};

/** The settings for clients of AWS: of a running local service if there is an endpoint, else of a deployed one. */
const awsClientSettingsOf = (environment: ServiceEnvironment) => {
  const endpoint = environment.AWS_ENDPOINT_URL;
  return {
    ...(environment.AWS_REGION ? { region: environment.AWS_REGION } : {}),
    ...(endpoint
      ? {
          endpoint,
          credentials: {
            accessKeyId: requireVariable(environment, 'AWS_ACCESS_KEY_ID'),
            secretAccessKey: requireVariable(environment, 'AWS_SECRET_ACCESS_KEY'),
          },
        }
      : {}),
  };
};

/** The table of a service. */
export const openServiceTable = (environment: ServiceEnvironment): Table =>
  new Table(requireVariable(environment, 'TABLE_NAME'), createTableClient(awsClientSettingsOf(environment)));

/** The files in the bucket of a service. */
export const openServiceBucket = (environment: ServiceEnvironment): BucketStorage =>
  s3BucketStorage(
    // An emulator has no host name for each bucket.
    bucketClient({ ...awsClientSettingsOf(environment), forcePathStyle: environment.AWS_ENDPOINT_URL !== undefined }),
    requireVariable(environment, 'BUCKET_NAME'),
  );

/** Dependencies of the operator's use cases on accounts. */
export function operatorAccountDeps(environment: ServiceEnvironment): ManageAccountsDeps & { usage: UsageStore } {
  const table = openServiceTable(environment);
  return {
    store: accountRepository(table),
    usage: usageRepository(table),
    clock: systemClock,
    random: randomBytes,
  };
}

/** Dependencies of the operator's use cases on invitations. */
export const operatorInvitationDeps = (environment: ServiceEnvironment): InvitationDeps => ({
  invitations: invitationRepository(openServiceTable(environment)),
  clock: systemClock,
  random: randomBytes,
});

/** Dependencies of the export of an account. */
export function operatorExportDeps(environment: ServiceEnvironment): ExportDeps {
  const table = openServiceTable(environment);
  return {
    accounts: accountRepository(table),
    usage: usageRepository(table),
    timelines: timelineRepository(table),
    renders: renderRepository(table),
    webhooks: webhookRepository(table),
    deliveries: deliveryRepository(table),
    files: openServiceBucket(environment),
    clock: systemClock,
  };
}

/**
 * A user of the service's identity provider. For the development issuer, which has no separate users, the subject is the id
 * of the account if none is given. Undefined if no subject is given, or the service trusts no identity provider.
 */
export function identityProviderUserOf(
  environment: ServiceEnvironment,
  accountId: string,
  subject?: string,
): TokenSubject | undefined {
  const issuer = environment.AUTH_ISSUER;
  if (issuer === DEVELOPMENT_ISSUER) return { issuer, subject: subject ?? accountId };
  return issuer && subject !== undefined ? { issuer, subject } : undefined;
}

/** Creates an account with an API key and, if the service trusts the development issuer, a user; for the demo and for tests. */
export async function createDevelopmentAccount(
  environment: ServiceEnvironment,
  details: { name: string; email: string; plan: Plan },
): Promise<{ account_id: string; api_key: string; key_id: string }> {
  const deps = operatorAccountDeps(environment);
  const { account, key, secret } = await createAccount(deps, details);
  const user = identityProviderUserOf(environment, account.id);
  if (user) await linkIdentity(deps, account.id, user);
  return { account_id: account.id, api_key: secret, key_id: key.id };
}
