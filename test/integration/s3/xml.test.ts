import { describe, expect, test } from 'vitest';
import { findS3XmlChild, findS3XmlChildText, parseS3Xml, renderS3Xml, s3XmlTextsOf } from '#emulators/s3/xml.ts';

test('elements, entities, CDATA, comments, attributes and prefixes are understood', () => {
  const root = parseS3Xml(`<?xml version="1.0"?><!-- c --><s3:A xmlns:s3="urn:x"  b = 'c'>
    <Key> a &lt;&#x26;&#39;&amp;lt; </Key><Key><![CDATA[<raw> &amp;]]></Key><Empty/><s3:In><Deep>1</Deep></s3:In></s3:A>`);
  expect(root.name).toBe('A');
  expect(s3XmlTextsOf(root, 'Key')).toEqual([" a <&'&lt; ", '<raw> &amp;']);
  expect(findS3XmlChildText(root, 'Empty')).toBe('');
  expect(findS3XmlChildText(root, 'None')).toBeUndefined();
  expect(findS3XmlChildText(findS3XmlChild(root, 'In'), 'Deep')).toBe('1');
});

describe('what is not well-formed is refused', () => {
  test.each([
    '',
    'text',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '</a>',
    '<a>&unknown;</a>',
    '<a>&#x110000;</a>',
    '<a',
    '<a b=c/>',
    '<a/>x',
    '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
  ])('%s', (source) => {
    expect(() => parseS3Xml(source)).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
  });
});

test('what is rendered is read back, special characters and repeats included', () => {
  const keys = ['<a>&"\'', '\r\n\t', 'ü😀', ' x '];
  const root = parseS3Xml(renderS3Xml('List', { Key: keys, None: undefined, Truncated: false, Inner: { Size: 0 } }));
  expect(s3XmlTextsOf(root, 'Key')).toEqual(keys);
  expect(root.children.map((child) => child.name)).toEqual(['Key', 'Key', 'Key', 'Key', 'Truncated', 'Inner']);
  expect(findS3XmlChildText(findS3XmlChild(root, 'Inner'), 'Size')).toBe('0');
});
