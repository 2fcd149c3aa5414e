import type { CloudFormationResources } from './api-stage-logical-id.ts';
import { logGroupKindOfFunction, logGroupName } from './log-groups.ts';
import { logicalIdPrefix } from './logical-id-prefix.ts';
import { secretsKeyArnOf } from './secrets-key-resource.ts';
import type { FunctionDefinition, FunctionEventDeclaration } from './serverless-cli.ts';

const sub = (text: string) => ({ 'Fn::Sub': text });
const arnOf = (resource: string) => ({ 'Fn::GetAtt': [resource, 'Arn'] });

/** Matches the id of an account in a condition. It has the exact length, so that no longer text matches. */
const ACCOUNT_ID = `acc_${'?'.repeat(26)}`;
// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
const TABLE = '${Table.Arn}';

/** Logical id of the role of a function. */
export const functionRoleId = (name: string): string => `${logicalIdPrefix(name)}Role`;

/** Conditions of a statement: by operator, the keys and their allowed values. */
type Conditions = Record<string, Record<string, readonly string[]>>;
type Statement = Readonly<Record<string, unknown>>;

const allowStatement = (actions: readonly string[], resources: unknown, condition?: Conditions): Statement => ({
  Effect: 'Allow',
  Action: actions,
  Resource: resources,
  ...(condition === undefined ? {} : { Condition: condition }),
});

/** Groups actions that have the same resources. */
function groupByResources<Resource>(
  entries: readonly (readonly [action: string, resources: readonly Resource[]])[],
): { actions: string[]; resources: readonly Resource[] }[] {
  const groups = new Map<string, { actions: string[]; resources: readonly Resource[] }>();
  for (const [action, resources] of entries) {
    const key = JSON.stringify(resources);
    groups.set(key, { resources, actions: [...(groups.get(key)?.actions ?? []), action] });
  }
  return [...groups.values()];
}

const leadingKeys = (families: readonly string[]): Conditions => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': families.map((family) => family.replace('<acc>', ACCOUNT_ID)) },
});

/**
 * The only update of an API key that functions may make: a request records when its key was used. A function that could change the
 * account of a key could act for any account. Every update sets `write_id` (lib/adapters/aws/table/table.ts).
 */
const KEY_UPDATE = { family: 'KEY#*', attributes: ['PK', 'SK', 'last_used_at', 'write_id'] };

type TableGrants = readonly (readonly [action: string, families: readonly string[]])[];

function tableStatements(entries: TableGrants): Statement[] {
  const statements: Statement[] = [];
  const otherEntries: [string, readonly string[]][] = [];
  for (const [action, families] of entries) {
    const [name = '', index] = action.split(' ');
    const addEntry = (entryFamilies: readonly string[]) => otherEntries.push([`${name} ${index ?? ''}`, entryFamilies]);
    if (name !== 'dynamodb:UpdateItem' || !families.includes(KEY_UPDATE.family)) {
      addEntry(families);
      continue;
    }
    const condition = leadingKeys([KEY_UPDATE.family]);
    condition['ForAllValues:StringEquals'] = { 'dynamodb:Attributes': KEY_UPDATE.attributes };
    statements.push(allowStatement([name], sub(TABLE), condition));
    const otherFamilies = families.filter((family) => family !== KEY_UPDATE.family);
    if (otherFamilies.length > 0) addEntry(otherFamilies);
  }
  for (const { resources: families, actions } of groupByResources(otherEntries)) {
    const byIndex = new Map<string, string[]>();
    for (const [name = '', index = ''] of actions.map((action) => action.split(' ')))
      byIndex.set(index, [...(byIndex.get(index) ?? []), name]);
    for (const [index, names] of byIndex)
      statements.push(
        allowStatement(names, sub(index === '' ? TABLE : `${TABLE}/index/${index}`), leadingKeys(families)),
      );
  }
  return statements;
}

/** The resource of a statement for a name in `functions/permissions.yml`, by the service of the action. */
function resourceFor(service: string, name: string, secretsKey: string): unknown {
  if (service === 's3') return name === '*' ? arnOf('MediaBucket') : sub(`\${MediaBucket.Arn}/${name}`);
  if (service === 'sqs') return arnOf(name);
  if (service === 'kms') return secretsKeyArnOf(secretsKey);
  if (service === 'lambda') return arnOf(`${logicalIdPrefix(name)}LambdaFunction`);
  // Polly's action can only be limited to stored lexicons, and none are used.
  return '*';
}

/** Makes the statements that the events of a function need: Lambda reads the queues and streams with the function's role. */
function eventStatements(events: readonly FunctionEventDeclaration[]): Statement[] {
  const statements: Statement[] = [];
  for (const { sqs, stream } of events) {
    if (sqs !== undefined)
      statements.push(allowStatement(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], sqs.arn));
    if (stream === undefined) continue;
    statements.push(
      allowStatement(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], stream.arn),
    );
    // ListStreams cannot be limited to a resource.
    statements.push(allowStatement(['dynamodb:ListStreams'], '*'));
    const failureQueueArn = stream.destinations?.onFailure?.arn;
    if (failureQueueArn !== undefined) statements.push(allowStatement(['sqs:SendMessage'], failureQueueArn));
  }
  return statements;
}

/** Names that the statements of roles need. */
interface RoleNames {
  /** The service and the stage. */
  prefix: string;
  /** Id or ARN of the key that seals webhook secrets; empty for the key of the template. */
  secretsKey: string;
}

/**
 * Makes the statements of a function's role.
 * @param permissions of this function in functions/permissions.yml
 */
function statementsOf(
  { events = [] }: Pick<FunctionDefinition, 'events'>,
  permissions: Readonly<Record<string, readonly string[]>>,
  { prefix, secretsKey }: RoleNames,
): Statement[] {
  const entries = Object.entries(permissions);
  const tableEntries = entries.filter(([action]) => action.startsWith('dynamodb:'));
  const otherEntries = entries.filter(([action]) => !action.startsWith('dynamodb:'));
  return [
    allowStatement(
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      sub(
        `arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:${logGroupName(prefix, logGroupKindOfFunction({ events }))}:*`,
      ),
    ),
    // Traces belong to no resource.
    allowStatement(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*'),
    ...eventStatements(events),
    ...tableStatements(tableEntries),
    ...groupByResources(
      otherEntries.map(
        ([action, names]) =>
          [action, names.map((name) => resourceFor(action.slice(0, action.indexOf(':')), name, secretsKey))] as const,
      ),
    ).map(({ actions, resources }) => allowStatement(actions, resources)),
  ];
}

/**
 * Makes a role for each function of the service.
 * @throws Error for a function that functions/permissions.yml does not name
 */
export function createFunctionRoles(
  functions: Readonly<Record<string, Pick<FunctionDefinition, 'events'>>>,
  permissions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
  names: RoleNames,
): CloudFormationResources {
  return Object.fromEntries(
    Object.entries(functions).map(([id, { events }]) => {
      const functionPermissions = permissions[id];
      if (functionPermissions === undefined)
        throw new Error(`functions/permissions.yml does not say what ${id} may do; run npm run permissions`);
      return [
        functionRoleId(id),
        {
          Type: 'AWS::IAM::Role',
          Properties: {
            AssumeRolePolicyDocument: {
              Version: '2012-10-17',
              Statement: [
                { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
              ],
            },
            Policies: [
              {
                PolicyName: 'own',
                PolicyDocument: {
                  Version: '2012-10-17',
                  Statement: statementsOf({ events }, functionPermissions, names),
                },
              },
            ],
          },
        },
      ];
    }),
  );
}
