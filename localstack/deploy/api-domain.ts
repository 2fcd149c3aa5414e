import { API_STAGE_LOGICAL_ID, type CloudFormationResources } from './api-stage-logical-id.ts';

const DOMAIN_ID = 'ApiDomain';

/**
 * The resources of a custom domain for the API, with TLS 1.2 or later.
 * @param certificateArn its certificate in ACM, in the region of the stage
 * @param hostedZoneId id of a hosted zone of Route 53, which gets a record for the domain; empty: no record is made
 */
export function apiDomainResources(
  domain: string,
  certificateArn: string,
  hostedZoneId: string,
): CloudFormationResources {
  const resources: CloudFormationResources = {
    [DOMAIN_ID]: {
      Type: 'AWS::ApiGateway::DomainName',
      Properties: {
        DomainName: domain,
        RegionalCertificateArn: certificateArn,
        SecurityPolicy: 'TLS_1_2',
        EndpointConfiguration: { Types: ['REGIONAL'] },
      },
    },
    ApiDomainMapping: {
      Type: 'AWS::ApiGateway::BasePathMapping',
      Properties: {
        DomainName: { Ref: DOMAIN_ID },
        RestApiId: { Ref: 'ApiGatewayRestApi' },
        Stage: { Ref: API_STAGE_LOGICAL_ID },
      },
    },
  };
  if (hostedZoneId !== '')
    resources.ApiDomainRecord = {
      Type: 'AWS::Route53::RecordSet',
      Properties: {
        HostedZoneId: hostedZoneId,
        Name: domain,
        Type: 'A',
        AliasTarget: {
          DNSName: { 'Fn::GetAtt': [DOMAIN_ID, 'RegionalDomainName'] },
          HostedZoneId: { 'Fn::GetAtt': [DOMAIN_ID, 'RegionalHostedZoneId'] },
        },
      },
    };
  return resources;
}
