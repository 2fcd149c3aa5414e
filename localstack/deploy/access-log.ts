import { GATEWAY_STAGE, type Resources } from './gateway-stage.ts';

/** One line for each request, as JSON. No query and no header but the user agent: credentials are in them. */
const FORMAT = JSON.stringify({
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
  // What the gateway answered itself: throttled, no such route, too large, refused by the firewall.
  gateway_answer: '$context.error.responseType',
  firewall: '$context.wafResponseCode',
});

const GROUP = 'AccessLogGroup';
const ROLE = 'GatewayLogRole';
const ACCOUNT = 'GatewayAccount';

/**
 * A log of all requests, also of those that reach no function. API Gateway writes with a role that is a setting of the AWS
 * account in its region. The role and the setting stay when the stage is removed: other APIs of the account may log with it by then.
 * @param resources of the compiled template. They are changed.
 */
export function logAccess(
  resources: Resources,
  { service, stage, days }: { service: string; stage: string; days: number },
): void {
  const gatewayStage = resources[GATEWAY_STAGE];
  if (gatewayStage?.Properties === undefined) return;
  const retained = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' } as const;
  resources[GROUP] = {
    Type: 'AWS::Logs::LogGroup',
    Properties: { LogGroupName: `/aws/api-gateway/${service}-${stage}`, RetentionInDays: days },
  };
  resources[ROLE] = {
    Type: 'AWS::IAM::Role',
    ...retained,
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
  resources[ACCOUNT] = {
    Type: 'AWS::ApiGateway::Account',
    ...retained,
    // AWS takes the setting only where there is an API.
    DependsOn: ['ApiGatewayRestApi'],
    Properties: { CloudWatchRoleArn: { 'Fn::GetAtt': [ROLE, 'Arn'] } },
  };
  gatewayStage.DependsOn = [ACCOUNT];
  gatewayStage.Properties.AccessLogSetting = {
    DestinationArn: {
      'Fn::Sub': `arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:\${${GROUP}}`,
    },
    Format: FORMAT,
  };
}
