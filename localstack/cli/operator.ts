import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Plan } from '../../lib/accounts/account.ts';
import { type AccountTools, createAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountRepository } from '../../lib/aws/account-repository.ts';
import { Table } from '../../lib/aws/table/table.ts';
import { systemClock } from '../../lib/clock.ts';

/** What is needed to reach a service's table: the environment that its functions have. */
export type ServiceEnvironment = Readonly<Record<string, string>>;

const required = (environment: ServiceEnvironment, name: string): string => {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`${name} is not known of this service.`);
  return value;
};

/** The operator's tools over a running local service, or, without an endpoint, over a deployed one. */
export function operatorTools(environment: ServiceEnvironment): AccountTools {
  const endpoint = environment.AWS_ENDPOINT_URL;
  const client = new DynamoDBClient({
    ...(environment.AWS_REGION ? { region: environment.AWS_REGION } : {}),
    ...(endpoint
      ? {
          endpoint,
          credentials: {
            accessKeyId: required(environment, 'AWS_ACCESS_KEY_ID'),
            secretAccessKey: required(environment, 'AWS_SECRET_ACCESS_KEY'),
          },
        }
      : {}),
  });
  return {
    store: accountRepository(new Table(required(environment, 'TABLE_NAME'), client)),
    clock: systemClock,
    random: randomBytes,
  };
}

/** An account with one key, for the demo and for tests. */
export async function createDevelopmentAccount(
  environment: ServiceEnvironment,
  details: { name: string; email: string; plan: Plan },
): Promise<{ account_id: string; api_key: string; key_id: string }> {
  const { account, key, secret } = await createAccount(operatorTools(environment), details);
  return { account_id: account.id, api_key: secret, key_id: key.id };
}
