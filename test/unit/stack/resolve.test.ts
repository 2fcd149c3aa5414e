import { describe, expect, test } from 'vitest';
import { createCloudFormationResolver } from '#stack/provision/resolve.ts';

const resources: Record<string, Record<string, string>> = {
  Table: { '': 'demo-table', Arn: 'arn:table', StreamArn: 'arn:table/stream' },
};
const resolver = createCloudFormationResolver(
  { accountId: '000000000000', region: 'us-east-1', stackName: 'demo' },
  (logicalId) => resources[logicalId],
);

describe('values that serverless.yml leaves to CloudFormation', () => {
  test('a reference becomes the name, or the value of a pseudo parameter', () => {
    expect(resolver.resolve({ Ref: 'Table' })).toBe('demo-table');
    expect(resolver.resolve({ Ref: 'AWS::AccountId' })).toBe('000000000000');
  });

  test('an attribute is found in both spellings', () => {
    expect(resolver.resolve({ 'Fn::GetAtt': ['Table', 'StreamArn'] })).toBe('arn:table/stream');
    expect(resolver.resolve({ 'Fn::GetAtt': 'Table.Arn' })).toBe('arn:table');
  });

  test('a text takes resources, attributes, pseudo parameters and its own values, and keeps escaped places', () => {
    const place = (name: string) => `\${${name}}`;
    const text = ['Table', 'Table.Arn', 'AWS::Region', 'Own', '!Kept'].map(place).join('/');
    const sub = { 'Fn::Sub': [text, { Own: { Ref: 'Table' } }] };

    expect(resolver.resolve(sub)).toBe(`demo-table/arn:table/us-east-1/demo-table/${place('Kept')}`);
  });

  test('functions are found at any depth and inside one another', () => {
    const value = { list: [{ policy: { 'Fn::Join': ['-', ['a', { Ref: 'Table' }]] } }], plain: 3, none: null };

    expect(resolver.resolve(value)).toEqual({ list: [{ policy: 'a-demo-table' }], plain: 3, none: null });
  });

  test('a reference to nothing is an error that names it', () => {
    expect(() => resolver.resolve({ a: { 'Fn::GetAtt': ['Nothing', 'Arn'] } })).toThrow('Nothing.Arn');
    expect(() => resolver.resolve({ Ref: 'Table.Arn' })).toThrow('Table.Arn');
  });

  test('a lenient look leaves what it cannot resolve and resolves the rest', () => {
    const value = { layers: [{ Ref: 'SomeLayer' }], table: { Ref: 'Table' } };

    expect(resolver.resolveLeniently(value)).toEqual({ layers: [{ Ref: 'SomeLayer' }], table: 'demo-table' });
  });
});
