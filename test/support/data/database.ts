import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Table } from '#adapters/aws/table/table.ts';
import { indexAndPruneStreamRecords } from '#emulators/stream-records.ts';
import { ensureTable } from '#stack/provision/ensure-table.ts';
import { tableResourceSchema } from '#stack/provision/template.ts';
import { type DynamoEmulator, startDynamo } from '../events/emulators.ts';

interface Yaml {
  load(text: string, options: { schema: unknown }): unknown;
  DEFAULT_SCHEMA: { extend(types: unknown[]): unknown };
  Type: new (tag: string, options: object) => unknown;
}
// The parser with which the Serverless framework itself reads the file.
const yaml = createRequire(import.meta.resolve('serverless/package.json'))('js-yaml') as Yaml;

/** The definition of the service's one table, as serverless.yml has it. @param hasStream with its stream */
function tableDefinition(name: string, hasStream: boolean) {
  const text = readFileSync(new URL('../../../serverless.yml', import.meta.url), 'utf8');
  const tags = (['scalar', 'sequence', 'mapping'] as const).map(
    (kind) => new yaml.Type('!', { kind, multi: true, construct: (data: unknown) => data }),
  );
  const { resources } = yaml.load(text, { schema: yaml.DEFAULT_SCHEMA.extend(tags) }) as {
    resources: { Resources: { Table: object } };
  };
  const { StreamSpecification, ...definition } = tableResourceSchema.parse(resources.Resources.Table).Properties;
  return { ...definition, ...(hasStream ? { StreamSpecification } : {}), TableName: name };
}

export interface Database {
  table: Table;
  emulator: DynamoEmulator;
  /** Another table like it, for a test that must not see what others left behind. */
  another(): Promise<Table>;
  stop(): Promise<void>;
}

/**
 * The embedded DynamoDB with the table of serverless.yml, in memory and without its stream: with one, each write takes longer than the
 * one before.
 * @param file keeps it there instead, with its stream and the indexes of `npm start`
 */
export async function startDatabase(file?: string): Promise<Database> {
  const emulator = await startDynamo(file);
  try {
    await ensureTable(emulator.client, tableDefinition('data', file !== undefined));
    if (file !== undefined) indexAndPruneStreamRecords(file, new Date());
  } catch (error) {
    await emulator.stop();
    throw error;
  }
  let tables = 0;
  return {
    table: new Table('data', emulator.client),
    emulator,
    async another() {
      tables += 1;
      const name = `data-${tables}`;
      await ensureTable(emulator.client, tableDefinition(name, file !== undefined));
      return new Table(name, emulator.client);
    },
    stop: () => emulator.stop(),
  };
}
