import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';
import { z } from 'zod';
import { accountListIndex, dueItemsIndex, tableKeys } from '#adapters/aws/table/keys.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type CallGraph, openCallGraph, type PortCall, type PortMember, PROJECT } from './call-graph.ts';
import {
  FILES_OF_CALLS,
  type FileFamily,
  ITEMS_OF_METHODS,
  NOT_DONE,
  OWN_QUEUES,
  QUEUES_OF_CALLS,
} from './declared-uses.ts';

/** What each function may do: `service:Action` (with the index it is done on) → the resources. Sorted. */
export type Permissions = Record<string, Record<string, string[]>>;

/** A permission as one text: `dynamodb:GetItem on KEY#*`. */
type Grant = `${string} on ${string}`;

const TABLE = 'lib/adapters/aws/table/table.ts';
const KEYS = 'lib/adapters/aws/table/keys.ts';

/** The action of each method of `Table`; the commands in its body are compared with it. */
const TABLE_METHODS: Readonly<Record<string, readonly [action: string, command: string]>> = {
  get: ['GetItem', 'GetCommand'],
  getMany: ['BatchGetItem', 'BatchGetCommand'],
  put: ['PutItem', 'PutCommand'],
  update: ['UpdateItem', 'UpdateCommand'],
  delete: ['DeleteItem', 'DeleteCommand'],
  page: ['Query', 'QueryCommand'],
  all: ['Query', ''],
  writeMany: ['BatchWriteItem', 'BatchWriteCommand'],
  isEmpty: ['Scan', 'ScanCommand'],
  scan: ['Scan', 'ScanCommand'],
  // The actions of a transaction are those of its items.
  transact: ['', 'TransactWriteCommand'],
};

/** The action of an item of a transaction, by the property that it is written under. */
const TRANSACTION_ITEMS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const read = (key: string): string[] => [`s3:GetObject on ${key}`];

/**
 * The actions of each method of the storage on a file; the commands in its body are compared with it. S3 says of a file that
 * is not there that it is missing, and not that it is forbidden, only to who may list the bucket: a function that `reads`.
 */
const STORAGE_METHODS: Readonly<
  Record<string, { commands: readonly string[]; grants: (key: string) => string[]; reads?: true }>
> = {
  putBytes: { commands: ['PutObjectCommand'], grants: (key) => [`s3:PutObject on ${key}`] },
  putFile: {
    commands: ['PutObjectCommand', 'Upload'],
    grants: (key) => [`s3:PutObject on ${key}`, `s3:AbortMultipartUpload on ${key}`],
  },
  getBytes: { commands: ['GetObjectCommand'], grants: read, reads: true },
  getFile: { commands: ['GetObjectCommand'], grants: read, reads: true },
  getRange: { commands: ['GetObjectCommand'], grants: read, reads: true },
  copy: {
    commands: ['CopyObjectCommand'],
    grants: (key) => [...read(key), `s3:PutObject on ${key}`],
    reads: true,
  },
  // The address is good for what its signer may do.
  presignGet: { commands: ['GetObjectCommand'], grants: (key) => [`s3:GetObject on ${key}`] },
  presignPut: { commands: ['PutObjectCommand'], grants: (key) => [`s3:PutObject on ${key}`] },
  sizeOf: { commands: ['HeadObjectCommand'], grants: (key) => [`s3:GetObject on ${key}`], reads: true },
  remove: { commands: ['DeleteObjectCommand'], grants: (key) => [`s3:DeleteObject on ${key}`] },
  list: { commands: ['ListObjectsV2Command'], grants: () => [], reads: true },
  removeUnfinished: {
    commands: ['AbortMultipartUploadCommand', 'ListMultipartUploadsCommand'],
    grants: (key) => [`s3:AbortMultipartUpload on ${key}`, 's3:ListBucketMultipartUploads on *'],
  },
  removeAll: { commands: ['DeleteObjectsCommand'], grants: (key) => [`s3:DeleteObject on ${key}`] },
};

/** Commands of other services, wherever lib/adapters/aws makes them. */
const COMMANDS: Readonly<Record<string, { action: string; on: 'queue' | 'secrets' | 'decoder' | 'anything' }>> = {
  SendMessageCommand: { action: 'sqs:SendMessage', on: 'queue' },
  SendMessageBatchCommand: { action: 'sqs:SendMessage', on: 'queue' },
  ChangeMessageVisibilityCommand: { action: 'sqs:ChangeMessageVisibility', on: 'queue' },
  DecryptCommand: { action: 'kms:Decrypt', on: 'secrets' },
  GenerateDataKeyCommand: { action: 'kms:GenerateDataKey', on: 'secrets' },
  InvokeCommand: { action: 'lambda:InvokeFunction', on: 'decoder' },
  SynthesizeSpeechCommand: { action: 'polly:SynthesizeSpeech', on: 'anything' },
};

const STORAGE = 'lib/adapters/aws/storage.ts';
/** Made of several commands, by the SDK itself. */
const COMMAND = /Command$|^Upload$/;

/** The commands that a node makes, without entering anything that it calls. */
function commandsIn(node: ts.Node): string[] {
  const found = new Set<string>();
  const find = (inner: ts.Node): void => {
    if (ts.isNewExpression(inner) && ts.isIdentifier(inner.expression) && COMMAND.test(inner.expression.text))
      found.add(inner.expression.text);
    ts.forEachChild(inner, find);
  };
  find(node);
  return [...found].sort();
}

/** Whether a property is a member of a command's own input: `Delete` of DeleteObjectsCommand is not an item of a transaction. */
const isInput = (property: ts.ObjectLiteralElementLike): boolean => {
  const command = property.parent.parent;
  return ts.isNewExpression(command) && ts.isIdentifier(command.expression) && COMMAND.test(command.expression.text);
};

/** A family of keys as a condition of IAM writes it: `*` for any text, `<acc>` for the id of an account. */
function familyOf(make: unknown, parameters: readonly string[]): string | undefined {
  if (typeof make !== 'function') return undefined;
  const made: unknown = make(...parameters.map((name) => (name === 'acc' ? '<acc>' : '*')));
  if (typeof made === 'string') return made;
  return typeof made === 'object' && made !== null && 'PK' in made ? String(made.PK) : undefined;
}

/** One kind of entries of an index, in shards. */
const isShards = (value: unknown): value is { partition(shard: string): string } =>
  typeof value === 'object' && value !== null && 'partition' in value && typeof value.partition === 'function';

const fileFamily = (family: FileFamily): string => {
  const make: unknown = storageKeys[family];
  if (typeof make !== 'function') throw new Error(`storageKeys has no ${family}`);
  // Whatever stands for an id may stand for any.
  return String(make('*', '*', '*', '*', '*', '*')).replace(/\*(\.\*)?$/, '*');
};

/** What the code of a part of lib/adapters/aws does on the table, and which other parts it calls. */
interface Scope {
  grants: Set<string>;
  calls: PortCall[];
  commands: Set<string>;
}

/** References to `tableKeys`, `accountListIndex` and `dueItemsIndex` beneath a node and in all it refers to. */
interface Families {
  items: Set<string>;
  /** Partitions of indexes: `GSI1 ACC#<acc>#RENDERS`. */
  partitions: Set<string>;
  /** Keys of which only the partition is used, as a query does. */
  wholes: Set<string>;
}

const SERVICE = z.object({
  functions: z.record(
    z.string(),
    z.looseObject({ handler: z.string(), events: z.array(z.looseObject({})).default([]) }),
  ),
});

/** What a role may do that its function does not, and the reverse: one line each, `getMe: dynamodb:GetItem on KEY#*`. */
export function differences(allowed: Permissions, needed: Permissions): { missing: string[]; unused: string[] } {
  const lines = (permissions: Permissions) =>
    Object.entries(permissions).flatMap(([name, actions]) =>
      Object.entries(actions).flatMap(([action, on]) => on.map((resource) => `${name}: ${action} on ${resource}`)),
    );
  const [may, does] = [lines(allowed), lines(needed)];
  return {
    missing: does.filter((line) => !may.includes(line)),
    unused: may.filter((line) => !does.includes(line)),
  };
}

const file = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** CloudFormation's functions stand for the text of their argument: `!GetAtt Table.Arn` is `Table.Arn`. */
const tags = ['!Ref', '!GetAtt', '!Sub'].map((tag) => ({ tag, resolve: (text: string) => text }));

/** The functions of serverless.yml, with the queues whose messages start them. */
export function functionsOfService(): { name: string; module: string; queues: string[] }[] {
  const { functions } = SERVICE.parse(parse(file('serverless.yml'), { customTags: tags, merge: true }));
  return Object.entries(functions).map(([name, { handler, events }]) => ({
    name,
    module: `${handler.slice(0, handler.lastIndexOf('.'))}.ts`,
    queues: events.flatMap(({ sqs }) => {
      const arn = typeof sqs === 'object' && sqs !== null && 'arn' in sqs ? String(sqs.arn) : '';
      return arn === '' ? [] : [arn.replace(/\.Arn$/, '')];
    }),
  }));
}

class Derivation {
  readonly #graph: CallGraph;
  readonly #scopes = new Map<ts.Node, Scope>();
  readonly #readsFiles = new Set<string>();
  readonly usedRows = new Set<string>();

  constructor(graph: CallGraph) {
    this.#graph = graph;
    this.#checkTableMethods();
  }

  #checkTableMethods(): void {
    const table = this.#graph
      .sourceFile(TABLE)
      .statements.find(
        (node): node is ts.ClassDeclaration => ts.isClassDeclaration(node) && node.name?.text === 'Table',
      );
    for (const member of table?.members ?? []) {
      if (!ts.isMethodDeclaration(member) || !ts.isIdentifier(member.name)) continue;
      const [, command] = TABLE_METHODS[member.name.text] ?? [];
      const made = commandsIn(member).join();
      if (command !== made)
        throw new Error(`Table.${member.name.text} makes ${made || 'no command'}; say so in TABLE_METHODS`);
    }
  }

  /** Whether a call is a method of `Table`, and which. */
  #tableMethod(node: ts.Node): string | undefined {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
    const symbol = this.#graph.checker.getSymbolAtLocation(node.expression.name);
    const [declaration] = symbol?.declarations ?? [];
    const isTable = declaration && ts.isMethodDeclaration(declaration) && this.#graph.fileOf(declaration) === TABLE;
    return isTable ? symbol?.name : undefined;
  }

  /** The names of the parameters of a member of `tableKeys` or of an index. */
  #parametersOf(access: ts.PropertyAccessExpression): string[] {
    const [declaration] = this.#graph.checker.getSymbolAtLocation(access.name)?.declarations ?? [];
    const made = declaration && ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined;
    return made && ts.isArrowFunction(made) ? made.parameters.map(({ name }) => name.getText()) : [];
  }

  #families(roots: readonly ts.Node[]): Families {
    const found: Families = { items: new Set(), partitions: new Set(), wholes: new Set() };
    this.#graph.walk(roots, {
      insideAws: true,
      // A member is its own part.
      follow: (declaration) => this.#graph.fileOf(declaration) !== TABLE && !this.#isMember(declaration),
      enter: (node) => {
        if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
        const name = node.name.text;
        const of = this.#graph.checker.getSymbolAtLocation(node.expression);
        const owner = of && of.flags & ts.SymbolFlags.Alias ? this.#graph.checker.getAliasedSymbol(of) : of;
        const [declared] = owner?.declarations ?? [];
        if (!declared || this.#graph.fileOf(declared) !== KEYS) return undefined;
        const indexes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
          accountListIndex,
          dueItemsIndex,
        };
        if (owner?.name === 'tableKeys') {
          const make: unknown = Object.entries(tableKeys).find(([key]) => key === name)?.[1];
          const family =
            typeof make === 'function' ? familyOf(make, this.#parametersOf(node)) : (make as { PK: string }).PK;
          const call = node.parent;
          const isWhole =
            ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.parent) && call.parent.name.text === 'PK';
          const destructured = call.parent;
          const isDestructured = ts.isVariableDeclaration(destructured) && ts.isObjectBindingPattern(destructured.name);
          if (family !== undefined) found[isWhole || isDestructured ? 'wholes' : 'items'].add(family);
          return false;
        }
        const index = indexes[owner?.name ?? ''];
        if (!index || name === 'name') return undefined;
        const value = index[name];
        const family = isShards(value) ? value.partition('*') : familyOf(value, this.#parametersOf(node));
        // Attributes that an item is listed under: they are written, not read by.
        const { parent } = node;
        if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'attributes') return false;
        if (family !== undefined) found.partitions.add(`${index.name} ${family}`);
        return false;
      },
    });
    return found;
  }

  #isMember(declaration: ts.Declaration): boolean {
    const node: ts.Node = declaration;
    return (
      (ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
      ts.isObjectLiteralExpression(node.parent) &&
      this.#scopeRoots.has(node)
    );
  }
  readonly #scopeRoots = new Set<ts.Node>();

  /** What a part of lib/adapters/aws does itself. */
  scopeOf({ file: path, name, node }: PortMember): Scope {
    const present = this.#scopes.get(node);
    if (present) return present;
    const scope: Scope = { grants: new Set(), calls: [], commands: new Set() };
    this.#scopes.set(node, scope);
    this.#scopeRoots.add(node);
    const leaves: { action: string; roots: ts.Node[] }[] = [];
    const root = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) ? node.initializer : node;
    const reached = this.#graph.walk(root ? [root] : [], {
      follow: (declaration) => this.#graph.fileOf(declaration) !== TABLE,
      onPort: (call) => {
        scope.calls.push(call);
      },
      enter: (inner) => {
        const method = this.#tableMethod(inner);
        if (method !== undefined && ts.isCallExpression(inner)) {
          const [action] = TABLE_METHODS[method] ?? [];
          if (action === undefined) throw new Error(`TABLE_METHODS has no ${method}`);
          if (action !== '') leaves.push({ action, roots: [...inner.arguments] });
          // With an answer, an update is a transaction and reads the item afterwards.
          if (method === 'update' && inner.arguments.length > 1)
            leaves.push({ action: 'GetItem', roots: [...inner.arguments] });
        }
        const isItem = ts.isPropertyAssignment(inner) || ts.isShorthandPropertyAssignment(inner);
        const action = isItem && !isInput(inner) ? TRANSACTION_ITEMS[inner.name.getText()] : undefined;
        if (action !== undefined)
          leaves.push({ action, roots: [ts.isPropertyAssignment(inner) ? inner.initializer : inner] });
        if (ts.isNewExpression(inner) && ts.isIdentifier(inner.expression) && COMMAND.test(inner.expression.text))
          scope.commands.add(inner.expression.text);
        return undefined;
      },
    });
    const whole = this.#families([...reached]);
    const named = ITEMS_OF_METHODS[`${path} ${name}`];
    if (named) {
      this.usedRows.add(`${path} ${name}`);
      for (const item of named) {
        const make: unknown = Object.entries(tableKeys).find(([key]) => key === item)?.[1];
        const family = familyOf(make, ['acc', '', '']);
        if (family !== undefined) whole.items.add(family);
      }
    }
    for (const { action, roots } of leaves) {
      const own = this.#families(roots);
      for (const grant of grantsOf(action, own) ?? grantsOf(action, whole) ?? []) scope.grants.add(grant);
      if (!grantsOf(action, own) && !grantsOf(action, whole))
        throw new Error(`${path} ${name}: no key of ${action} can be seen; name it in ITEMS_OF_METHODS`);
    }
    return scope;
  }

  /** All that a function can do, from its handler on. */
  async grantsOfFunction(name: string, module: string, queues: readonly string[]): Promise<Set<string>> {
    const source = this.#graph.sourceFile(module);
    const contract = await this.#contractOf(source);
    const grants = new Set<string>();
    const done = new Set<string>();
    const calls: PortCall[] = [];
    const ports = (call: PortCall): void => {
      calls.push(call);
    };
    this.#graph.walk(handlerOf(source), {
      onPort: ports,
      follow: (to, from) => !this.#isNotDone(name, to) && this.#isLive(contract, to, from),
    });
    for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
      const { member } = call;
      const narrow = `${call.file}#${call.within} ${member.name}`;
      const row = narrow in FILES_OF_CALLS ? narrow : `${call.file} ${member.name}`;
      const without = NOT_DONE[`${name}: ${row}`]?.without;
      if (without) this.usedRows.add(`${name}: ${row}`);
      if (without === 'all') continue;
      const id = `${row} ${member.file}`;
      if (done.has(id)) continue;
      done.add(id);
      const scope = this.scopeOf(member);
      for (const grant of scope.grants) grants.add(grant);
      for (const grant of this.#grantsOfCommands(name, row, member, scope, queues)) grants.add(grant);
      if (member.file === STORAGE && STORAGE_METHODS[member.name]?.reads) this.#readsFiles.add(name);
      for (const inner of scope.calls)
        if (this.#isLive(contract, inner.member.node, undefined, inner)) calls.push(inner);
    }
    if (this.#readsFiles.has(name)) {
      const row = `${name}: s3:ListBucket`;
      if (row in NOT_DONE) this.usedRows.add(row);
      else grants.add('s3:ListBucket on *');
    }
    return grants;
  }

  #grantsOfCommands(
    name: string,
    row: string,
    member: PortMember,
    { commands }: Scope,
    own: readonly string[],
  ): string[] {
    if (commands.size === 0) return [];
    if (member.file === STORAGE) {
      const method = STORAGE_METHODS[member.name];
      const made = [...commands].sort();
      if (!method || method.commands.join() !== made.join())
        throw new Error(`The storage's ${member.name} makes ${made.join()}; say so in STORAGE_METHODS`);
      const families = FILES_OF_CALLS[row];
      if (!families) throw new Error(`Which files does this call take? Add to FILES_OF_CALLS: '${row}'`);
      this.usedRows.add(row);
      return families
        .filter((family) => !NOT_DONE[`${name}: ${row}`]?.without.includes(family))
        .flatMap((family) => method.grants(fileFamily(family)));
    }
    return [...commands].flatMap((command) => {
      const known = COMMANDS[command];
      if (!known) throw new Error(`${member.file} makes ${command}; say in COMMANDS what it needs`);
      if (known.on === 'secrets') return `${known.action} on SecretsKey`;
      if (known.on === 'decoder')
        return `${known.action} on ${member.file.endsWith('/video-decoder.ts') ? 'decodeVideo' : 'decodeUpload'}`;
      if (known.on === 'anything') return `${known.action} on *`;
      const queues = QUEUES_OF_CALLS[row];
      if (!queues) throw new Error(`Which queues does this call take? Add to QUEUES_OF_CALLS: '${row}'`);
      this.usedRows.add(row);
      return queues
        .flatMap((queue) => (queue === OWN_QUEUES ? own : [queue]))
        .filter((queue) => !NOT_DONE[`${name}: ${row}`]?.without.includes(queue))
        .map((queue) => `${known.action} on ${queue}`);
    });
  }

  /** Whether a person said that a function never calls a declaration, although its code names it. */
  #isNotDone(name: string, to: ts.Declaration): boolean {
    const isNamed = ts.isFunctionDeclaration(to) || ts.isVariableDeclaration(to);
    const declared = isNamed ? `${name}: ${this.#graph.fileOf(to)}#${to.name?.getText()}` : '';
    if (!(declared in NOT_DONE)) return false;
    this.usedRows.add(declared);
    return true;
  }

  /** The contract of an operation; undefined for a function that has none. */
  async #contractOf(source: ts.SourceFile): Promise<OperationContract | undefined> {
    let found: ts.Identifier | undefined;
    const find = (node: ts.Node): void => {
      const [first] =
        ts.isCallExpression(node) && node.expression.getText() === 'createApiEndpoint' ? node.arguments : [];
      if (first && ts.isIdentifier(first)) found = first;
      ts.forEachChild(node, find);
    };
    find(source);
    if (!found) return undefined;
    const symbol = this.#graph.checker.getSymbolAtLocation(found);
    const [declaration] = (symbol && this.#graph.checker.getAliasedSymbol(symbol).declarations) ?? [];
    if (!declaration) throw new Error(`${found.text} is not declared`);
    const module: Record<string, OperationContract> = await import(join(PROJECT, this.#graph.fileOf(declaration)));
    return module[found.text];
  }

  /** What the contract of an operation rules out: the stack around every operation looks at it. */
  #isLive(contract: OperationContract | undefined, to: ts.Node, from: ts.Node | undefined, call?: PortCall): boolean {
    if (!contract) return true;
    const target = this.#graph.fileOf(to);
    const isIdempotency =
      target === 'lib/front/api/idempotency/ports.ts' ||
      target === 'lib/adapters/aws/requests/idempotency-repository.ts';
    if (isIdempotency && (contract.method !== 'POST' || contract.open)) return false;
    // An open operation neither authenticates nor counts.
    const isOfAccounts = target === 'lib/features/accounts/authenticate.ts' || target === 'lib/front/api/rate-limit.ts';
    if (isOfAccounts && contract.open) return false;
    const origin = call?.file ?? (from && this.#graph.fileOf(from));
    const seals = target === 'lib/kernel/shared/secret-box.ts' || target === 'lib/adapters/aws/secret-box.ts';
    return !(seals && origin === 'lib/adapters/aws/requests/idempotency-repository.ts' && !contract.secret);
  }
}

/** The grants of an action on the table; undefined where no family is known. */
function grantsOf(action: string, { items, partitions, wholes }: Families): Grant[] | undefined {
  if (action === 'Query') {
    const on = [...partitions].map((partition): Grant => {
      const [index, family] = partition.split(' ');
      return `dynamodb:Query ${index} on ${family}`;
    });
    const whole = [...wholes].map((family): Grant => `dynamodb:Query on ${family}`);
    return on.length + whole.length === 0 ? undefined : [...on, ...whole];
  }
  const families = items.size > 0 ? items : wholes;
  return families.size === 0 ? undefined : [...families].map((family): Grant => `dynamodb:${action} on ${family}`);
}

function handlerOf(source: ts.SourceFile): ts.Node[] {
  const nodes = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
          .filter(({ name }) => name.getText() === 'handler')
          .flatMap(({ initializer }) => initializer ?? [])
      : [],
  );
  if (nodes.length === 0) throw new Error(`${source.fileName} exports no handler`);
  return nodes;
}

function sorted(grants: ReadonlySet<string>): Record<string, string[]> {
  const byAction: Record<string, string[]> = {};
  for (const grant of [...grants].sort()) {
    const [action = '', resource = ''] = grant.split(' on ');
    byAction[action] = [...(byAction[action] ?? []), resource];
  }
  return byAction;
}

const chosenFunctions = (only: readonly string[] | undefined): ReturnType<typeof functionsOfService> =>
  functionsOfService().filter(({ name }) => only === undefined || only.includes(name));

/**
 * Opens the program of functions of serverless.yml. It takes seconds: a test run opens that of all functions once.
 * @param changed texts to read instead of files, by path
 * @param only the functions whose code it has; absent: all
 */
export const openServiceGraph = (changed: Readonly<Record<string, string>> = {}, only?: readonly string[]): CallGraph =>
  openCallGraph(
    chosenFunctions(only).map(({ module }) => module),
    changed,
  );

/**
 * What functions of serverless.yml can do, derived from their code.
 * @param graph a program that has them
 * @param only the functions to look at; absent: all, and then declared-uses.ts may explain no call that none of them makes
 * @throws Error for a call that declared-uses.ts does not explain
 */
export async function derivePermissions(graph: CallGraph, only?: readonly string[]): Promise<Permissions> {
  const functions = chosenFunctions(only);
  const derivation = new Derivation(graph);
  const permissions: Permissions = {};
  for (const { name, module, queues } of functions)
    permissions[name] = sorted(await derivation.grantsOfFunction(name, module, queues));
  if (only !== undefined) return permissions;
  const rows = [
    ...Object.keys(FILES_OF_CALLS),
    ...Object.keys(QUEUES_OF_CALLS),
    ...Object.keys(ITEMS_OF_METHODS),
    ...Object.keys(NOT_DONE),
  ];
  const stale = rows.filter((row) => !derivation.usedRows.has(row));
  if (stale.length > 0) throw new Error(`No function makes these calls any more: ${stale.join(', ')}`);
  return permissions;
}
