import type { CloudFormationResource, CloudFormationResources } from './api-stage-logical-id.ts';
import { logicalIdPrefix } from './logical-id-prefix.ts';

/**
 * The functions whose calls move to new code gradually: those on the path of a render, from the request to its delivery. Each such function
 * needs three resources; a template has no room for those of all functions.
 */
export const CANARY_FUNCTIONS = [
  'createRender',
  'getRender',
  'prepareRender',
  'narrateSlide',
  'encodeSegment',
  'assembleRender',
  'deliverWebhook',
] as const;

const ALIAS = 'live';
const APPLICATION = 'CanaryApplication';
const ROLE = 'CanaryRole';
const ALARM = 'CanaryErrors';

const aliasOf = (name: string): string => `${logicalIdPrefix(name)}Alias`;

/** The properties of a function of the Serverless CLI that are set here. */
interface FunctionDefinition {
  versionFunction?: boolean;
  targetAlias?: { name: string; logicalId: string };
}

/**
 * Makes the Serverless CLI publish versions of the functions in CANARY_FUNCTIONS, and points their routes, queues and streams at an alias.
 * @throws Error if one of them is not defined
 */
export function configureFunctionAliases(functions: Readonly<Record<string, FunctionDefinition>>): void {
  for (const name of CANARY_FUNCTIONS) {
    const definition = functions[name];
    if (definition === undefined) throw new Error(`localstack/deploy/canary.ts: there is no function ${name}`);
    definition.versionFunction = true;
    definition.targetAlias = { name: ALIAS, logicalId: aliasOf(name) };
  }
}

/** The metric of the errors of the alias of a function. */
const errorMetricOf = (name: string, index: number) => ({
  Id: `m${index}`,
  ReturnData: false,
  MetricStat: {
    Metric: {
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      Dimensions: [
        { Name: 'FunctionName', Value: { Ref: `${logicalIdPrefix(name)}LambdaFunction` } },
        { Name: 'Resource', Value: { 'Fn::Sub': `\${${logicalIdPrefix(name)}LambdaFunction}:${ALIAS}` } },
      ],
    },
    Stat: 'Sum',
    Period: 60,
  },
});

const canaryAlarm = (): CloudFormationResource => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription: 'A function of a render fails while calls move to its new version: CodeDeploy rolls it back.',
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    Threshold: 3,
    EvaluationPeriods: 1,
    DatapointsToAlarm: 1,
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'AlarmsTopic' }],
    OKActions: [{ Ref: 'AlarmsTopic' }],
    Metrics: [
      ...CANARY_FUNCTIONS.map(errorMetricOf),
      {
        Id: 'all',
        Expression: CANARY_FUNCTIONS.map((_, index) => `FILL(m${index}, 0)`).join(' + '),
        ReturnData: true,
      },
    ],
  },
});

const deploymentGroupIdOf = (name: string): string => `${logicalIdPrefix(name)}Canary`;

function resourcesOf(name: string, versionId: string, canary: string): CloudFormationResources {
  const lambda = `${logicalIdPrefix(name)}LambdaFunction`;
  return {
    [aliasOf(name)]: {
      Type: 'AWS::Lambda::Alias',
      // CloudFormation changes the alias through CodeDeploy, which moves the calls. Spread, because the type has no UpdatePolicy.
      ...{
        UpdatePolicy: {
          CodeDeployLambdaAliasUpdate: {
            ApplicationName: { Ref: APPLICATION },
            DeploymentGroupName: { Ref: deploymentGroupIdOf(name) },
          },
        },
      },
      Properties: {
        FunctionName: { Ref: lambda },
        FunctionVersion: { 'Fn::GetAtt': [versionId, 'Version'] },
        Name: ALIAS,
      },
    },
    [deploymentGroupIdOf(name)]: {
      Type: 'AWS::CodeDeploy::DeploymentGroup',
      Properties: {
        ApplicationName: { Ref: APPLICATION },
        ServiceRoleArn: { 'Fn::GetAtt': [ROLE, 'Arn'] },
        DeploymentConfigName: `CodeDeployDefault.Lambda${canary}`,
        DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
        },
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: ALARM } }, { Name: { Ref: 'ApiServerErrors' } }] },
      },
    },
  };
}

/**
 * Adds the aliases, and the resources of CodeDeploy that move their calls and move them back when an alarm goes off.
 * @param resources of the compiled template, with the versions that the Serverless CLI wrote. They are changed.
 * @param canary the name of a deployment configuration of CodeDeploy, without `CodeDeployDefault.Lambda`
 * @throws Error for a function without a version
 */
export function addCanary(resources: CloudFormationResources, canary: string): void {
  resources[APPLICATION] = { Type: 'AWS::CodeDeploy::Application', Properties: { ComputePlatform: 'Lambda' } };
  resources[ROLE] = {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'codedeploy.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
      ManagedPolicyArns: [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
        { 'Fn::Sub': 'arn:${AWS::Partition}:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited' },
      ],
    },
  };
  resources[ALARM] = canaryAlarm();
  for (const name of CANARY_FUNCTIONS) {
    const lambda = `${logicalIdPrefix(name)}LambdaFunction`;
    const versionId = Object.keys(resources).find(
      (id) =>
        resources[id]?.Type === 'AWS::Lambda::Version' &&
        JSON.stringify(resources[id].Properties?.FunctionName) === JSON.stringify({ Ref: lambda }),
    );
    if (versionId === undefined) throw new Error(`The Serverless CLI published no version of ${name}`);
    Object.assign(resources, resourcesOf(name, versionId, canary));
  }
}
