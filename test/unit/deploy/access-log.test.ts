import { describe, expect, it } from 'vitest';
import { addAccessLog } from '#deploy/access-log.ts';
import { API_STAGE_LOGICAL_ID, type CloudFormationResources } from '#deploy/api-stage-logical-id.ts';

describe('the access log of the API', () => {
  it.each([
    [undefined, []],
    ['Other', ['Other']],
    [
      ['One', 'Two'],
      ['One', 'Two'],
    ],
  ])('makes the stage wait for its setting too, after what it waits for: %j', (DependsOn, before) => {
    const resources: CloudFormationResources = {
      [API_STAGE_LOGICAL_ID]: { Type: 'AWS::ApiGateway::Stage', Properties: {}, ...(DependsOn ? { DependsOn } : {}) },
    };
    addAccessLog(resources, { service: 's', stage: 'dev', retentionDays: 7 });
    expect(resources[API_STAGE_LOGICAL_ID]?.DependsOn).toEqual([...before, 'GatewayAccount']);
    expect(resources.GatewayAccount?.Type).toBe('AWS::ApiGateway::Account');
  });
});
