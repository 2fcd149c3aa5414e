import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { dueItemsIndex, tableKeys } from '#adapters/aws/table/keys.ts';
import type { Table } from '#adapters/aws/table/table.ts';
import { deliveryRepository } from '#adapters/aws/webhooks/delivery-repository.ts';
import { outboxRepository } from '#adapters/aws/webhooks/outbox-repository.ts';
import { webhookCodec } from '#adapters/aws/webhooks/webhook-items.ts';
import { webhookRepository } from '#adapters/aws/webhooks/webhook-repository.ts';
import type { WebhookStores } from '../fakes/webhook-stores.ts';

/** The stores of webhooks as the service has them, on a table of the emulator. */
export const tableWebhookStores = (table: Table, client: DynamoDBClient): WebhookStores => ({
  webhooks: webhookRepository(table),
  deliveries: deliveryRepository(table),
  outbox: outboxRepository(table),
  renders: renderRepository(table),
  async putWebhook(webhook) {
    await table.put(webhookCodec.toItem(tableKeys.webhook(webhook.account_id, webhook.id), webhook));
  },
  async dropWebhook({ account_id, id }) {
    await table.delete(tableKeys.webhook(account_id, id));
  },
  async deleteAccount(accountId) {
    await table.put({ ...tableKeys.accounting(accountId), entity: 'accounting' });
  },
  async nextSweep() {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: table.name, IndexName: dueItemsIndex.name }));
    const due = Items.flatMap(({ GSI2PK, GSI2SK }) =>
      /^(OUTBOX|DELIVERY)#/.test(String(GSI2PK)) ? [Date.parse(String(GSI2SK).split('#')[0] ?? '')] : [],
    );
    return Math.min(...due);
  },
});
