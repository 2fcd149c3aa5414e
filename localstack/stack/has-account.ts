import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { TableEntityType } from '#adapters/aws/table/keys.ts';

const ACCOUNT: TableEntityType = 'account';

/** Reports whether a table has an account. All other data belongs to accounts, so one of the first pages has one, if there is any. */
export async function doesAnyAccountExist(client: DynamoDBClient, table: string): Promise<boolean> {
  const pages = paginateScan(
    { client },
    {
      TableName: table,
      FilterExpression: 'entity = :account',
      ExpressionAttributeValues: { ':account': { S: ACCOUNT } },
    },
  );
  for await (const { Items = [] } of pages) if (Items.length > 0) return true;
  return false;
}
