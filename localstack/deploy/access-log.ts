import { API_STAGE_LOGICAL_ID, type CloudFormationResources } from './api-stage-logical-id.ts';

/** The format of a log line, as JSON. It contains no query, and of the headers only the user agent, because they can contain credentials. */
const LOG_FORMAT = JSON.stringify({
  request_id: '$context.requestId',
  trace: '$context.xrayTraceId',
  time: '$context.requestTimeEpoch',
  ip: '$context.identity.sourceIp',
  user_agent: '$context.identity.userAgent',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  function_milliseconds: '$context.integrationLatency',
  function_status: '$context.integrationStatus',
  // The kind of an answer that the gateway made itself: throttled, unknown route, too large, refused by the firewall.
  gateway_answer: '$context.error.responseType',
  firewall: '$context.wafResponseCode',
});

/** Logical ids of the resources that are added. */
const LOG_GROUP_ID = 'AccessLogGroup';
const LOG_ROLE_ID = 'GatewayLogRole';
const ACCOUNT_SETTING_ID = 'GatewayAccount';

/**
 * Adds an access log of all requests, including those that reach no function. API Gateway writes logs with a role that is a setting of the
 * AWS account in a region. The role and the setting are retained when the stage is removed, because other APIs of the account may use them.
 * @param resources of the compiled template; changed
 */
export function addAccessLog(
  resources: CloudFormationResources,
  { service, stage, retentionDays }: { service: string; stage: string; retentionDays: number },
): void {
  const gatewayStage = resources[API_STAGE_LOGICAL_ID];
  if (gatewayStage?.Properties === undefined) return;
  const retainedOnRemoval = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' } as const;
  resources[LOG_GROUP_ID] = {
    Type: 'AWS::Logs::LogGroup',
    Properties: { LogGroupName: `/aws/api-gateway/${service}-${stage}`, RetentionInDays: retentionDays },
  };
  resources[LOG_ROLE_ID] = {
    Type: 'AWS::IAM::Role',
    ...retainedOnRemoval,
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
      ManagedPolicyArns: [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
        { 'Fn::Sub': 'arn:${AWS::Partition}:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs' },
      ],
    },
  };
  resources[ACCOUNT_SETTING_ID] = {
    Type: 'AWS::ApiGateway::Account',
    ...retainedOnRemoval,
    // AWS accepts the setting only if the account has an API.
    DependsOn: ['ApiGatewayRestApi'],
    Properties: { CloudWatchRoleArn: { 'Fn::GetAtt': [LOG_ROLE_ID, 'Arn'] } },
  };
  gatewayStage.DependsOn = [...[gatewayStage.DependsOn ?? []].flat(), ACCOUNT_SETTING_ID];
  gatewayStage.Properties.AccessLogSetting = {
    DestinationArn: {
      'Fn::Sub': `arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:\${${LOG_GROUP_ID}}`,
    },
    Format: LOG_FORMAT,
  };
}
