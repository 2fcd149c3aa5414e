import type { CloudFormationResource, CloudFormationResources } from './api-stage-logical-id.ts';

// CloudFormation cannot distinguish the id of a key from its ARN, so it is done here.

const PLAIN_ID = /^[\w-]+$/;
const ARN = /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/;

const KEY_ID = 'SecretsKey';

/** The ARN of the KMS key for webhook secrets that the CloudFormation template makes if none is given. */
export const TEMPLATE_KEY_ARN = { 'Fn::GetAtt': [KEY_ID, 'Arn'] };

/**
 * Makes the resource of the key that seals webhook secrets. Its policy lets the policies of roles decide, each of which names the key.
 * @param options.DeletionPolicy the same as that of the table, whose secrets cannot be read without the key
 */
export const secretsKeyResource = ({
  DeletionPolicy = 'Retain',
}: Pick<CloudFormationResource, 'DeletionPolicy'>): CloudFormationResources => ({
  [KEY_ID]: {
    Type: 'AWS::KMS::Key',
    DeletionPolicy,
    UpdateReplacePolicy: 'Retain',
    Properties: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
      Description: { 'Fn::Sub': 'Seals the webhook secrets of ${AWS::StackName}' },
      EnableKeyRotation: true,
      PendingWindowInDays: 7,
      KeyPolicy: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
            Principal: { AWS: { 'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:root' } },
            Action: 'kms:*',
            Resource: '*',
          },
        ],
      },
    },
  },
});

/**
 * The resource of a statement that allows only this key.
 * @param keyIdOrArn SECRETS_KMS_KEY_ID: the id or the ARN of a key; empty for the key of the template
 * @throws Error for any other text
 */
export function secretsKeyArnOf(keyIdOrArn: string): string | Readonly<Record<string, unknown>> {
  if (keyIdOrArn === '') return TEMPLATE_KEY_ARN;
  if (ARN.test(keyIdOrArn)) return keyIdOrArn;
  if (!PLAIN_ID.test(keyIdOrArn)) throw new Error('SECRETS_KMS_KEY_ID must be the id or the ARN of a KMS key');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
  return { 'Fn::Sub': 'arn:${AWS::Partition}:kms:${AWS::Region}:${AWS::AccountId}:key/'.concat(keyIdOrArn) };
}
