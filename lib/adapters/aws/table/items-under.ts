import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';

/** The query for the items of a partition, or for those whose sort key starts with a prefix; strongly consistent. */
export const partitionQuery = (
  PK: string,
  prefix?: string,
): Pick<QueryCommandInput, 'KeyConditionExpression' | 'ExpressionAttributeValues' | 'ConsistentRead'> => ({
  KeyConditionExpression: prefix === undefined ? 'PK = :pk' : 'PK = :pk AND begins_with(SK, :prefix)',
  ExpressionAttributeValues: { ':pk': PK, ...(prefix === undefined ? {} : { ':prefix': prefix }) },
  ConsistentRead: true,
});
