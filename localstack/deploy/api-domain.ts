import { GATEWAY_STAGE, type Resources } from './gateway-stage.ts';

const NAME = 'ApiDomain';

/**
 * The API under its own domain, with TLS 1.2 and later.
 * @param certificate ARN, in the region of the stage
 * @param zone of Route 53, which gets a record for the domain. Empty: none does.
 */
export function domainResources(domain: string, certificate: string, zone: string): Resources {
  const resources: Resources = {
    [NAME]: {
      Type: 'AWS::ApiGateway::DomainName',
      Properties: {
        DomainName: domain,
        RegionalCertificateArn: certificate,
        SecurityPolicy: 'TLS_1_2',
        EndpointConfiguration: { Types: ['REGIONAL'] },
      },
    },
    ApiDomainMapping: {
      Type: 'AWS::ApiGateway::BasePathMapping',
      Properties: {
        DomainName: { Ref: NAME },
        RestApiId: { Ref: 'ApiGatewayRestApi' },
        Stage: { Ref: GATEWAY_STAGE },
      },
    },
  };
  if (zone !== '')
    resources.ApiDomainRecord = {
      Type: 'AWS::Route53::RecordSet',
      Properties: {
        HostedZoneId: zone,
        Name: domain,
        Type: 'A',
        AliasTarget: {
          DNSName: { 'Fn::GetAtt': [NAME, 'RegionalDomainName'] },
          HostedZoneId: { 'Fn::GetAtt': [NAME, 'RegionalHostedZoneId'] },
        },
      },
    };
  return resources;
}
