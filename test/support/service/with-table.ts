import { createTableClient } from '#adapters/aws/clients.ts';
import { Table } from '#adapters/aws/table/table.ts';
import type { RunningStack } from '#stack/start-stack.ts';

/** Looks into the table of a running service, for what no operation shows. */
export async function withTable<T>(
  { stack: { environment } }: { stack: Pick<RunningStack, 'environment'> },
  look: (table: Table) => Promise<T>,
): Promise<T> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '', TABLE_NAME: name = '' } = environment;
  const client = createTableClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  try {
    return await look(new Table(name, client));
  } finally {
    client.destroy();
  }
}
