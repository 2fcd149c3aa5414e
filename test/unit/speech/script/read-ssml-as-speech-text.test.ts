import { describe, expect, it } from 'vitest';
import { describeSpeechMarkupFault } from '#engine/speech/script/read-markup.ts';
import { readSsmlAsSpeechText } from '#engine/speech/script/read-ssml-as-speech-text.ts';

const speak = (inner: string): string => `<speak>${inner}</speak>`;

describe('SSML', () => {
  it('is read in order, each text with what is said of it', () => {
    const source = speak(
      'For <emphasis level="strong">all <sub alias="World Wide Web Consortium">W3C</sub></emphasis> members' +
        '<break time="1.5s"/><say-as interpret-as="spell-out">ab</say-as> ' +
        '<say-as interpret-as="date" format="dmy">3.4.2026</say-as><!-- none --> &lt;&#8230;',
    );
    expect(readSsmlAsSpeechText(source)).toEqual([
      { text: 'For ' },
      { text: 'all ', emphasis: 'strong' },
      { text: 'W3C', emphasis: 'strong', say: 'World Wide Web Consortium' },
      { text: ' members' },
      { break_seconds: 1.5 },
      { text: 'ab', as: 'characters' },
      { text: ' ' },
      { text: '3.4.2026', as: 'date', format: 'dmy' },
      { text: ' <…' },
    ]);
  });

  it('ends sentences and paragraphs where its tags do', () => {
    expect(readSsmlAsSpeechText(speak('<p>A<s>B</s></p>'))).toEqual([
      { ends: 'paragraph' },
      { text: 'A' },
      { ends: 'sentence' },
      { text: 'B' },
      { ends: 'sentence' },
      { ends: 'paragraph' },
    ]);
  });

  it.each([
    ['time="500ms"', 0.5],
    ['time="+2s"', 2],
    ['time=".25s"', 0.25],
    ['time="10s" strength="none"', 10],
    ['strength="x-weak"', 0.1],
    ['strength="x-strong"', 1.2],
    ['', 0.4],
  ])('<break %s/> lasts %d s', (attributes, break_seconds) => {
    expect(readSsmlAsSpeechText(speak(`<break ${attributes}/>`))).toEqual([{ break_seconds }]);
  });

  it.each(['time="0s"', 'time="0ms" strength="strong"', 'strength="none"'])('<break %s/> is none', (attributes) => {
    expect(readSsmlAsSpeechText(speak(`<break ${attributes}/>`))).toEqual([]);
  });

  it.each([
    ' \n\u00a0\ufeff<speak>White space around it, of any kind.</speak>\u3000\n',
    '<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en-US">Hello.</speak>',
    "<speak\n>It's 5 &gt; 4 &amp; &quot;so&quot; &apos;on&apos; &#x1F600;</speak >",
    '<speak/>',
    speak('<emphasis><emphasis level="none">a</emphasis></emphasis>'),
    speak('<emphasis>'.repeat(32) + '</emphasis>'.repeat(32)),
    speak('<break time="10s"/>'.repeat(30)),
    '<speaker> is a plain text',
    'So is <speak>this</speak>, and <audio/> is.',
  ])('has no fault: %j', (text) => {
    expect(describeSpeechMarkupFault(text)).toBeUndefined();
  });

  it.each<[text: string, place: string, fault: string]>([
    ['<speak>', '1:8', '<speak> is not closed'],
    ['<speak', '1:7', 'Unclosed start tag'],
    ['<speak>a', '1:8', '<speak> is not closed'],
    [speak('\n  Hello <audio src="x"/>'), '2:9', '<audio> is not a supported tag (speak, p, s, break'],
    [speak('\r\n\r\u{1f600}é<q/>'), '3:3', '<q> is not a supported tag'],
    [speak('<s>one<s>two</s></s>'), '1:14', '<s> is not allowed in <s>'],
    [speak('<s><p>one</p></s>'), '1:11', '<p> is not allowed in <s>'],
    [speak('<speak>one</speak>'), '1:8', '<speak> is not allowed in <speak>'],
    [speak('<emphasis><s>one</s></emphasis>'), '1:18', '<s> is not allowed in <emphasis>'],
    [speak('<sub alias="a">b<break/></sub>'), '1:24', '<break> is not allowed in <sub>'],
    [speak('<say-as interpret-as="date"><s>1</s></say-as>'), '1:36', '<s> is not allowed in <say-as>'],
    [speak('<s>one</p>'), '1:14', '</p> does not match: <s> is still open'],
    [`${speak('one')} more`, '1:20', 'Extra content at the end'],
    [`${speak('one')}${speak('two')}`, '1:19', 'Extra content at the end'],
    [speak('3 < 4'), '1:10', 'write "&lt;" for a "<" that does not start a tag'],
    [speak('Q & A'), '1:12', 'Unterminated reference'],
    [speak('a &nbsp; b'), '1:10', "Named entity isn't defined: &nbsp;"],
    [speak('a &constructor; b'), '1:10', "Named entity isn't defined"],
    [speak('&#0;'), '1:12', 'invalid character'],
    [speak('&#xD800;'), '1:16', 'invalid character'],
    [speak('&#x110000;'), '1:18', 'invalid character'],
    [speak('a\u0001'), '1:9', 'Invalid character'],
    [speak('a ]]> b'), '1:10', 'may not contain the CDATA section close delimiter'],
    [speak(']]>'), '1:8', 'write "]]&gt;" for "]]>"'],
    [speak('<break time="11s"/>'), '1:8', 'time="11s" is not a time of 0 to 10 s'],
    [speak('<break time="1"/>'), '1:8', 'time="1" is not a time'],
    [speak('<break time="-1s"/>'), '1:8', 'time="-1s" is not a time'],
    [speak('<break time="1e3ms"/>'), '1:8', 'is not a time'],
    [speak('<break time=""/>'), '1:8', 'is not a time'],
    [speak('<break strength="loud"/>'), '1:8', 'strength="loud" is not one of none, x-weak'],
    [speak('<break strength="toString"/>'), '1:8', 'is not one of none'],
    [speak('<break time=5s/>'), '1:20', 'Attribute value expected'],
    [speak('<break time="1s" time="2s"/>'), '1:34', 'Duplicate attribute: time'],
    [speak('<break>a</break>'), '1:8', '<break> must be empty'],
    [speak(`${'<break time="10s"/>\n'.repeat(30)}<break time="1ms"/>`), '31:1', 'at most 300 s in all'],
    [speak('<emphasis level="big">a</emphasis>'), '1:8', 'level="big" is not one of strong, moderate, reduced, none'],
    [speak('<emphasis volume="loud">a</emphasis>'), '1:8', '<emphasis> has no attribute "volume"'],
    [speak('<s xml:lang="de">a</s>'), '1:8', '<s> has no attribute "xml:lang"'],
    [speak('<say-as>1</say-as>'), '1:8', '<say-as> needs interpret-as'],
    [speak('<say-as interpret-as="money">1</say-as>'), '1:8', 'interpret-as="money" is not one of characters, digits'],
    [speak('<say-as interpret-as="date" format="dym">1</say-as>'), '1:8', 'format="dym" is not one of mdy'],
    [speak('<say-as interpret-as="digits" format="d">1</say-as>'), '1:8', 'digits has no format'],
    [speak('<say-as interpret-as="digits"> </say-as>'), '1:8', 'must contain 1 to 100 characters'],
    [speak(`<say-as interpret-as="digits">${'1'.repeat(101)}</say-as>`), '1:8', 'must contain 1 to 100 characters'],
    [speak('<sub>a</sub>'), '1:8', '<sub> needs alias'],
    [speak('<sub alias=" ">a</sub>'), '1:8', 'alias="…" must have 1 to 200 characters'],
    [speak(`<sub alias="${'a'.repeat(201)}">a</sub>`), '1:8', 'alias="…" must have 1 to 200 characters'],
    [speak('<sub alias="a"></sub>'), '1:8', '<sub> must contain'],
    [speak('<sub alias="a"><![CDATA[b]]></sub>'), '1:23', '<sub> may contain text only'],
    [speak('<![CDATA[a]]>'), '1:8', 'a CDATA section is not supported'],
    [speak('<?php a?>'), '1:8', 'a processing instruction is not supported'],
    [`<?xml version="1.0"?>\n${speak('a')}`, '1:1', 'an XML declaration is not supported'],
    [speak('<!-- a -- b -->'), '1:15', "isn't allowed inside a comment"],
    [speak('<a:b xmlns:a="x"/>'), '1:8', '<a:b> is not a supported tag'],
    [speak('<P>a</P>'), '1:8', '<P> is not a supported tag'],
    ['<speak onload="x">a</speak>', '1:1', '<speak> has no attribute "onload"'],
    ['<speak><!DOCTYPE a></speak>', '1:8', 'a "<" that does not start a tag'],
    [speak('<emphasis>'.repeat(33) + '</emphasis>'.repeat(33)), '1:328', 'nested at most 32 deep'],
  ])('with a fault is reported with its place: %j', (text, place, fault) => {
    const [line, column] = place.split(':');
    const message = describeSpeechMarkupFault(text);
    expect(message?.slice(0, `line ${line}, column ${column}: `.length)).toBe(`line ${line}, column ${column}: `);
    expect(message).toContain(fault);
  });

  it.each([
    ['open tags', speak('<s>'.repeat(1660))],
    ['nested pairs', speak('<s>'.repeat(700) + '</s>'.repeat(700))],
    ['more levels than a stack has', speak('<s>'.repeat(100_000))],
    ['attributes', `<speak ${"a='' ".repeat(990)}/>`],
    ['references', speak('&'.repeat(4980))],
  ])('that is written to hurt is refused: %s', (_, text) => {
    expect(describeSpeechMarkupFault(text)).toMatch(/^line \d+, column \d+: ./);
  });
});
