import { describe, expect, it } from 'vitest';
import { secretsKeyArnOf } from '#deploy/secrets-key-resource.ts';

describe('the key of secrets that functions may use', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
  const own = 'arn:${AWS::Partition}:kms:${AWS::Region}:${AWS::AccountId}:key/';
  const arn = 'arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-12ab';

  it.each([
    ['1234abcd-12ab-34cd-56ef-1234567890ab', { 'Fn::Sub': `${own}1234abcd-12ab-34cd-56ef-1234567890ab` }],
    [arn, arn],
    ['', { 'Fn::GetAtt': ['SecretsKey', 'Arn'] }],
  ])('is the one that was given, else that of the template: %j', (given, resource) => {
    expect(secretsKeyArnOf(given)).toEqual(resource);
  });

  it.each(['*', 'alias/mine', `${arn}*`, 'arn:aws:kms:us-east-1:123456789012:key/*'])('is not several: %s', (given) => {
    expect(() => secretsKeyArnOf(given)).toThrow('SECRETS_KMS_KEY_ID');
  });
});
