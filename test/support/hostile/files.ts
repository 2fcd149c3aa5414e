import { seededRandom } from '../chaos/seeded-random.ts';
import type { Case } from './texts.ts';

/** A file and copies of it that are cut off, damaged, or lead on to something else. */
export function damagedCopies(name: string, whole: Buffer, seed: number): Case<Buffer>[] {
  const random = seededRandom(seed);
  const at = (share: number): number => Math.floor(whole.length * share);
  const withBytes = (change: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(whole);
    change(copy);
    return copy;
  };
  const flips = (count: number, from: number, to: number): Buffer =>
    withBytes((copy) => {
      for (let i = 0; i < count; i++) {
        const place = from + Math.floor(random() * (to - from));
        copy[place] = (copy[place] ?? 0) ^ (1 << Math.floor(random() * 8));
      }
    });
  return [
    ...[0.1, 0.5, 0.99].map((share): Case<Buffer> => [`${name} cut off at ${share}`, whole.subarray(0, at(share))]),
    [`${name} without its first byte`, whole.subarray(1)],
    [`${name} with 20 flipped bits in its head`, flips(20, 4, 64)],
    [`${name} with 1,000 flipped bits`, flips(1000, 16, whole.length)],
    [`${name} with lengths of 0xffffffff`, withBytes((copy) => copy.fill(0xff, 16, 40))],
    [`${name} with lengths of 0`, withBytes((copy) => copy.fill(0, 16, 40))],
    [`${name} with noise in its middle`, withBytes((copy) => copy.fill(0x5a, at(0.4), at(0.6)))],
    [`${name} twice`, Buffer.concat([whole, whole])],
    [`${name} before a ZIP archive`, Buffer.concat([whole, Buffer.from('504b0304', 'hex'), Buffer.alloc(5000)])],
    [`${name} after a page of HTML`, Buffer.concat([Buffer.from('<!doctype html><script>1</script>'), whole])],
  ];
}

/** Files of other kinds, by their first bytes. */
export const OTHER_FILES: readonly Case<Buffer>[] = [
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['zeros', Buffer.alloc(10_000)],
  ['a program', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(2000)])],
  ['a program for Windows', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)])],
  ['a script', Buffer.from('#!/bin/sh\nid\n')],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
  ['a ZIP archive', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(2000)])],
  ['gzip', Buffer.from('1f8b0800000000000003', 'hex')],
  [
    'XML with an external entity',
    Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  ],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
  ['a list for ffmpeg', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n')],
  ['PostScript', Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file')],
  ['a list for ImageMagick', Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1/"\n')],
  ['TIFF', Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(500)])],
  ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(500)])],
  ['an icon', Buffer.concat([Buffer.from('00000100', 'hex'), Buffer.alloc(500)])],
  ['JPEG 2000', Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), Buffer.alloc(500)])],
  ['Matroska', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500)])],
  ['AVI', Buffer.concat([Buffer.from('RIFF\x10\x00\x00\x00AVI LIST'), Buffer.alloc(500)])],
  ['MIDI', Buffer.concat([Buffer.from('MThd'), Buffer.alloc(500)])],
  ['AIFF', Buffer.concat([Buffer.from('FORM\x00\x00\x00\x10AIFF'), Buffer.alloc(500)])],
  ['AMR', Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(500)])],
];
