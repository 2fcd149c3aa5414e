import { GATEWAY_STAGE, type Resources } from './gateway-stage.ts';

const NAME = 'WebAcl';

/** Requests of one address within five minutes. The API's own limits are by account; this one is for floods without a key. */
const REQUESTS_OF_ADDRESS = 10_000;

/**
 * Groups of rules of AWS. The one for all sites (`AWSManagedRulesCommonRuleSet`) is not among them: it refuses bodies of more than 8 KB,
 * and texts that look like markup, which slides may have.
 */
const GROUPS = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];

const visible = (name: string) => ({
  SampledRequestsEnabled: true,
  CloudWatchMetricsEnabled: true,
  MetricName: name,
});

/**
 * A firewall before the API.
 * @param webAcl `managed`: with rules of AWS and a limit for each address; else the ARN of a regional web ACL
 */
export function firewallResources(webAcl: string, { service, stage }: { service: string; stage: string }): Resources {
  const association = (arn: unknown): Resources => ({
    WebAclAssociation: {
      Type: 'AWS::WAFv2::WebACLAssociation',
      Properties: {
        WebACLArn: arn,
        ResourceArn: {
          'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}::/restapis/\${ApiGatewayRestApi}/stages/\${${GATEWAY_STAGE}}`,
        },
      },
    },
  });
  if (webAcl !== 'managed') return association(webAcl);
  return {
    [NAME]: {
      Type: 'AWS::WAFv2::WebACL',
      Properties: {
        Name: `${service}-${stage}`,
        Scope: 'REGIONAL',
        DefaultAction: { Allow: {} },
        VisibilityConfig: visible(`${service}-${stage}`),
        Rules: [
          ...GROUPS.map((group, place) => ({
            Name: group,
            Priority: place,
            OverrideAction: { None: {} },
            Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name: group } },
            VisibilityConfig: visible(group),
          })),
          {
            Name: 'Floods',
            Priority: GROUPS.length,
            Action: { Block: {} },
            Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: REQUESTS_OF_ADDRESS } },
            VisibilityConfig: visible('Floods'),
          },
        ],
      },
    },
    ...association({ 'Fn::GetAtt': [NAME, 'Arn'] }),
  };
}
