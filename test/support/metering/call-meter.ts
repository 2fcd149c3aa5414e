import { BatchGetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type EmulatorProxy, type ProxiedAnswer, type ProxiedCall, startEmulatorProxy } from '../aws/emulator-proxy.ts';
import { type ItemChange, unitsOfChange, unitsOfQuery, unitsOfReads, unitsWithoutChange } from './capacity.ts';
import type { StoredItem } from './item-size.ts';
import type { MeteredCall } from './metered-call.ts';

/** A place in front of the emulators that tells what AWS would bill for the calls that go through it. */
export interface CallMeter extends EmulatorProxy {
  /** Address of the emulators themselves, for calls that are not to be counted. */
  unmetered: string;
  /** The calls since the last time that they were taken. */
  take(): MeteredCall[];
}

interface Keyed {
  Key: StoredItem;
}
interface WriteBody {
  TableName?: string;
  Item?: StoredItem;
  Key?: StoredItem;
  ConsistentRead?: boolean;
  IndexName?: string;
  ExpressionAttributeValues?: StoredItem;
  UpdateExpression?: string;
  TransactItems?: Record<
    string,
    { TableName: string; Item?: StoredItem; UpdateExpression?: string } & Partial<Keyed>
  >[];
  RequestItems?: Record<string, unknown>;
}

/** A write of one item, as a request names it. */
interface ItemWrite {
  kind: string;
  table: string;
  key: StoredItem;
}

const keyOf = ({ PK, SK }: StoredItem): StoredItem => ({ ...(PK && { PK }), ...(SK && { SK }) });
const idOf = (key: StoredItem): string => `${key.PK?.S} ${key.SK?.S}`;

/** A worker extends its lease every few seconds: their number is how long the work took, on whatever machine. */
const RENEWAL = /^SET (?:#write_id = :write_id, )?lease_until = :until$/;

/** A render shows its progress at most once a second: how often is how long the work took, too. */
const PROGRESS = /^SET (?:#write_id = :write_id, )?progress = :progress, progress_at = :at/;

/** What a write is called that is made more often the longer work takes. */
const kindOf = (kind: string, { UpdateExpression: change = '' }: { UpdateExpression?: string }): string => {
  if (RENEWAL.test(change)) return 'renewal of';
  return PROGRESS.test(change) ? 'progress of' : kind;
};

/** The writes of a request; none: it reads. */
function writesOf(operation: string, body: WriteBody): ItemWrite[] {
  const { TableName: table = '', Item, Key = {} } = body;
  if (operation === 'PutItem') return [{ kind: 'put', table, key: keyOf(Item ?? {}) }];
  if (operation === 'UpdateItem') return [{ kind: kindOf('update', body), table, key: keyOf(Key) }];
  if (operation === 'DeleteItem') return [{ kind: 'delete', table, key: keyOf(Key) }];
  if (operation === 'TransactWriteItems')
    return (body.TransactItems ?? []).flatMap((item) =>
      Object.entries(item).map(([kind, one]) => ({
        kind: kindOf(`transact ${kind.toLowerCase()}`, one),
        table: one.TableName,
        key: keyOf(one.Item ?? one.Key ?? {}),
      })),
    );
  if (operation !== 'BatchWriteItem') return [];
  const requests = (body.RequestItems ?? {}) as Record<
    string,
    { PutRequest?: { Item: StoredItem }; DeleteRequest?: Keyed }[]
  >;
  return Object.entries(requests).flatMap(([name, list]) =>
    list.map(({ PutRequest, DeleteRequest }) => ({
      kind: PutRequest ? 'put' : 'delete',
      table: name,
      key: keyOf(PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
    })),
  );
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem']);
/** SQS counts a request for each part of a payload of this many bytes. */
const QUEUE_BYTES = 64 * 1024;
const QUEUE_OPERATIONS = /^(Send|Receive|Delete)Message|^ChangeMessageVisibility/;

/** What sweepers read every minute: due items, how far the last run came, the format of the table. */
function isOfSweeper(operation: string, body: WriteBody, writes: readonly ItemWrite[]): boolean {
  const keys = [...writes.map(({ key }) => key), ...(body.Key ? [body.Key] : [])];
  return (
    (operation === 'Query' && body.IndexName === 'GSI2') ||
    (keys.length > 0 && keys.every(({ PK }) => /^(SWEEP#|TABLE$)/.test(PK?.S ?? '')))
  );
}

function queueCall(operation: string, { body }: ProxiedCall, answer: ProxiedAnswer): MeteredCall {
  const isReceive = operation === 'ReceiveMessage';
  const bytes = isReceive ? answer.body.length : body.length;
  const isStanding = isReceive && !answer.body.includes('"ReceiptHandle"');
  return { service: 'queue', operation, requests: Math.max(1, Math.ceil(bytes / QUEUE_BYTES)), isStanding };
}

function bucketCall({ method, path, headers, body }: ProxiedCall, answer: ProxiedAnswer): MeteredCall {
  const { pathname, searchParams } = new URL(path, 'http://bucket');
  const key = decodeURIComponent(pathname).split('/').slice(2).join('/');
  const isList = key === '' || searchParams.has('list-type') || searchParams.has('uploads');
  const tier = method === 'DELETE' ? 'free' : method === 'PUT' || method === 'POST' || isList ? 'write' : 'read';
  const name = headers['x-amz-copy-source'] === undefined ? `${method} ${isList ? 'bucket' : 'object'}` : 'COPY object';
  const isClient = searchParams.has('X-Amz-Signature');
  return {
    service: 'bucket',
    operation: name,
    tier,
    bytes: tier === 'read' ? answer.body.length : body.length,
    isClient,
    key,
  };
}

/**
 * Starts a meter of the emulators behind a port. It reads each item before and after a write, and lets one write pass at a
 * time, so that what it read is what the write met. Units are computed from these items, not taken from the emulator.
 */
export async function startCallMeter(targetPort: number): Promise<CallMeter> {
  const unmetered = `http://127.0.0.1:${targetPort}`;
  const client = new DynamoDBClient({
    endpoint: unmetered,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  let calls: MeteredCall[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  async function itemsOf(writes: readonly ItemWrite[]): Promise<Map<string, StoredItem>> {
    const byTable = Map.groupBy(writes, ({ table }) => table);
    const found = new Map<string, StoredItem>();
    for (const [name, list] of byTable) {
      const Keys = [...new Map(list.map(({ key }) => [idOf(key), key])).values()];
      const { Responses } = await client.send(
        new BatchGetItemCommand({ RequestItems: { [name]: { Keys, ConsistentRead: true } } }),
      );
      for (const item of Responses?.[name] ?? []) found.set(idOf(item), item);
    }
    return found;
  }

  async function meterWrite(
    operation: string,
    body: WriteBody,
    writes: readonly ItemWrite[],
    send: () => Promise<ProxiedAnswer>,
  ): Promise<ProxiedAnswer> {
    const before = await itemsOf(writes);
    const answer = await send();
    const after = await itemsOf(writes);
    const isTransaction = operation === 'TransactWriteItems';
    const metered = writes.map(({ kind, key }) => {
      const change: ItemChange = { before: before.get(idOf(key)), after: after.get(idOf(key)) };
      const isChange = answer.status === 200 && !kind.endsWith('check');
      const units = isChange ? unitsOfChange(change, isTransaction) : unitsWithoutChange(change.before, isTransaction);
      const item = change.after ?? change.before;
      const entity = item?.entity?.S ?? key.SK?.S ?? '';
      if (item?.event?.S === 'render.progress') return { entity, kind: 'progress of', units };
      return { entity, kind: answer.status === 200 ? kind : `failed ${kind}`, units };
    });
    calls.push({
      service: 'table',
      operation,
      read: 0,
      write: metered.reduce((sum, { units }) => sum + units, 0),
      writes: metered,
      isStanding: isOfSweeper(operation, body, writes),
    });
    return answer;
  }

  function meterRead(operation: string, body: WriteBody, answer: ProxiedAnswer): void {
    const { Item, Items, Responses } = JSON.parse(answer.body.toString()) as {
      Item?: StoredItem;
      Items?: StoredItem[];
      Responses?: Record<string, StoredItem[]>;
    };
    const strong = body.ConsistentRead === true;
    let read = 0;
    if (operation === 'GetItem') read = unitsOfReads(Item ? [Item] : [], Item ? 0 : 1, strong);
    else if (operation === 'Query') read = unitsOfQuery(Items ?? [], strong);
    else
      for (const [name, { Keys, ConsistentRead = false }] of Object.entries(
        (body.RequestItems ?? {}) as Record<string, { Keys: StoredItem[]; ConsistentRead?: boolean }>,
      )) {
        const found = Responses?.[name] ?? [];
        read += unitsOfReads(found, Keys.length - found.length, ConsistentRead);
      }
    calls.push({
      service: 'table',
      operation,
      read,
      write: 0,
      writes: [],
      isStanding: isOfSweeper(operation, body, []),
    });
  }

  const proxy = await startEmulatorProxy(targetPort, async (call, send) => {
    const [, service, operation = ''] =
      /^(DynamoDB|AmazonSQS)(?:_\d+)?\.(\w+)$/.exec(String(call.headers['x-amz-target'] ?? '')) ?? [];
    if (service === 'DynamoDB') {
      if (!READS.has(operation) && !WRITES.has(operation)) return send();
      const body = JSON.parse(call.body.toString()) as WriteBody;
      const writes = writesOf(operation, body);
      if (writes.length > 0) {
        const metered = turn.then(() => meterWrite(operation, body, writes, send));
        turn = metered.catch(() => undefined);
        return metered;
      }
      const answer = await send();
      if (answer.status === 200) meterRead(operation, body, answer);
      return answer;
    }
    const answer = await send();
    if (service === 'AmazonSQS') {
      if (QUEUE_OPERATIONS.test(operation)) calls.push(queueCall(operation, call, answer));
    } else if (call.headers['x-amz-target'] === undefined) calls.push(bucketCall(call, answer));
    return answer;
  });
  return {
    ...proxy,
    unmetered,
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async stop() {
      await proxy.stop();
      client.destroy();
    },
  };
}
