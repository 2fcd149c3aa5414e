import { createDevelopmentAccount } from '#cli/operator.ts';
import { type InsistentClient, insistentClient, type Refusals } from './insistent-client.ts';
import type { Target } from './stack-process.ts';
import { startVerifyingReceiver, type VerifyingReceiver } from './verifying-receiver.ts';

/** Somebody with an account, who insists, and with a receiver of webhooks, which believes nothing. */
export interface Customer {
  client: InsistentClient;
  receiver: VerifyingReceiver;
  accountId: string;
}

/** Makes an account, and subscribes its receiver to the ends of renders. @param refusals is added to */
export async function becomeCustomer(target: Target, refusals: Refusals): Promise<Customer> {
  const details = { name: 'Chaos', email: 'chaos@example.com', plan: 'max' } as const;
  const { account_id: accountId, api_key: apiKey } = await createDevelopmentAccount(target.environment, details);
  const client = insistentClient({ baseUrl: target.baseUrl, accountId, apiKey }, refusals);
  const receiver = await startVerifyingReceiver();
  const { signing_secret } = await client.send<{ signing_secret: string }>('POST', '/webhooks', {
    url: receiver.url,
    events: ['render.completed', 'render.failed'],
  });
  receiver.useSecret(signing_secret);
  return { client, receiver, accountId };
}
