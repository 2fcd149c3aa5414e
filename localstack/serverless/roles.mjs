import { kindOf, logGroupName } from './log-groups.mjs';
import { resourceOf } from './secrets-key.mjs';

const sub = (text) => ({ 'Fn::Sub': text });
const arnOf = (resource) => ({ 'Fn::GetAtt': [resource, 'Arn'] });
const upperFirst = (text) => text[0].toUpperCase() + text.slice(1);

/** The id of an account in a condition: of this length, so that nothing longer begins with it. */
const ACCOUNT_ID = `acc_${'?'.repeat(26)}`;
// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
const TABLE = '${Table.Arn}';

/** Logical id of the role of a function. */
export const roleOf = (name) => `${upperFirst(name)}Role`;

const allow = (actions, resources, condition) => ({
  Effect: 'Allow',
  Action: actions,
  Resource: resources,
  ...(condition === undefined ? {} : { Condition: condition }),
});

/** Actions that are done on the same resources, together. */
function grouped(entries) {
  const groups = new Map();
  for (const [action, resources] of entries) {
    const key = JSON.stringify(resources);
    groups.set(key, { resources, actions: [...(groups.get(key)?.actions ?? []), action] });
  }
  return [...groups.values()];
}

const leadingKeys = (families) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': families.map((family) => family.replace('<acc>', ACCOUNT_ID)) },
});

/**
 * A request notes when its key was used, and may change nothing else of a key: a function that could write the account
 * of a key could act for any account. `write_id`: every update names its write (lib/aws/table/table.ts).
 */
const NOTED_OF_KEYS = { family: 'KEY#*', attributes: ['PK', 'SK', 'last_used_at', 'write_id'] };

function tableStatements(entries) {
  const statements = [];
  const others = [];
  for (const [action, families] of entries) {
    const [name, index] = action.split(' ');
    const on = (list) => others.push([`${name} ${index ?? ''}`, list]);
    if (name !== 'dynamodb:UpdateItem' || !families.includes(NOTED_OF_KEYS.family)) {
      on(families);
      continue;
    }
    const condition = leadingKeys([NOTED_OF_KEYS.family]);
    condition['ForAllValues:StringEquals'] = { 'dynamodb:Attributes': NOTED_OF_KEYS.attributes };
    statements.push(allow([name], sub(TABLE), condition));
    const rest = families.filter((family) => family !== NOTED_OF_KEYS.family);
    if (rest.length > 0) on(rest);
  }
  for (const { resources: families, actions } of grouped(others)) {
    const byIndex = new Map();
    for (const [name, index] of actions.map((action) => action.split(' ')))
      byIndex.set(index, [...(byIndex.get(index) ?? []), name]);
    for (const [index, names] of byIndex)
      statements.push(allow(names, sub(index === '' ? TABLE : `${TABLE}/index/${index}`), leadingKeys(families)));
  }
  return statements;
}

/** The resource that `functions/permissions.yml` names, for an action of a service. */
function resourceFor(service, name, secretsKey) {
  if (service === 's3') return name === '*' ? arnOf('MediaBucket') : sub(`\${MediaBucket.Arn}/${name}`);
  if (service === 'sqs') return arnOf(name);
  if (service === 'kms') return resourceOf(secretsKey);
  if (service === 'lambda') return arnOf(`${upperFirst(name)}LambdaFunction`);
  // Polly's action can be narrowed to stored lexicons only, and none are used.
  return '*';
}

/** What the events of a function need: Lambda itself reads the queues and streams with the function's role. */
function eventStatements(events) {
  const statements = [];
  for (const { sqs, stream } of events) {
    if (sqs !== undefined)
      statements.push(allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], sqs.arn));
    if (stream === undefined) continue;
    statements.push(allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], stream.arn));
    // ListStreams can be narrowed to nothing.
    statements.push(allow(['dynamodb:ListStreams'], '*'));
    const failures = stream.destinations?.onFailure?.arn;
    if (failures !== undefined) statements.push(allow(['sqs:SendMessage'], failures));
  }
  return statements;
}

/**
 * The statements of a function's role.
 * @param permissions of functions/permissions.yml, of this function
 * @param prefix of service and stage
 * @param secretsKey id or ARN of the key that seals webhook secrets; empty: that of the template
 */
function statementsOf({ events = [] }, permissions, { prefix, secretsKey }) {
  const entries = Object.entries(permissions);
  const ofTable = entries.filter(([action]) => action.startsWith('dynamodb:'));
  const others = entries.filter(([action]) => !action.startsWith('dynamodb:'));
  return [
    allow(
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      sub(
        `arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:${logGroupName(prefix, kindOf({ events }))}:*`,
      ),
    ),
    // Traces belong to no resource.
    allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*'),
    ...eventStatements(events),
    ...tableStatements(ofTable),
    ...grouped(
      others.map(([action, names]) => [action, names.map((one) => resourceFor(action.split(':')[0], one, secretsKey))]),
    ).map(({ actions, resources }) => allow(actions, resources)),
  ];
}

/**
 * A role for each function of the service.
 * @param names.prefix of service and stage
 * @param names.secretsKey id or ARN of the key that seals webhook secrets; empty: that of the template
 * @throws Error for a function that functions/permissions.yml does not know
 */
export function rolesOf(functions, permissions, names) {
  return Object.fromEntries(
    Object.entries(functions).map(([id, { events }]) => {
      const own = permissions[id];
      if (own === undefined)
        throw new Error(`functions/permissions.yml does not say what ${id} may do; run npm run permissions`);
      return [
        roleOf(id),
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
                PolicyDocument: { Version: '2012-10-17', Statement: statementsOf({ events }, own, names) },
              },
            ],
          },
        },
      ];
    }),
  );
}
