/** The description of a client's video that ffmpeg gives. */
export interface VideoProbe {
  /** Seconds; undefined where the file does not say. */
  seconds: number | undefined;
  /** The first track with pictures other than cover pictures; undefined if there is none. */
  video:
    | {
        codec: string;
        width: number;
        height: number;
        /** The mean rate in frames per second (ffmpeg's `fps`); undefined where ffmpeg names none. */
        fps: number | undefined;
        /** The rate that ffmpeg guesses from the times of frames (`tbr`), in frames per second; undefined where ffmpeg names none. */
        rate: number | undefined;
        isHdr: boolean;
        /** True if the file states the matrix by which its colours become RGB. */
        statesMatrix: boolean;
      }
    | undefined;
  /** Codec of the first track with sound; undefined if there is none. */
  audio: string | undefined;
  /** True if that track has one channel. */
  isMono: boolean;
  /** True if it has more tracks than were read. */
  hasMoreTracks: boolean;
}

/** Reads a rate with its unit, such as `29.97 fps` or `90k tbr`; undefined if the line has none. */
function rateIn(line: string, unit: 'fps' | 'tbr'): number | undefined {
  const [, digits, kilo] = new RegExp(` (\\d+(?:\\.\\d+)?)(k?) ${unit}\\b`).exec(line) ?? [];
  return digits === undefined ? undefined : Number(digits) * (kilo ? 1000 : 1);
}

/** The matrix in the brackets behind the pixel format: alone (`bt709`), or before primaries and transfer (`bt709/unknown/unknown`). */
const MATRIX =
  /[(,] ?(?:bt709|smpte170m|bt470bg|fcc|smpte240m|bt2020n?c|ycgco|gbr|ictcp|smpte2085|chroma-derived-n?c)(?=[/,)])/;

function videoIn(line: string): VideoProbe['video'] {
  const [, codec = ''] = /: Video: (\w+)/.exec(line) ?? [];
  const [, width = '0', height = '0'] = /, (\d+)x(\d+)/.exec(line) ?? [];
  const isHdr = /smpte2084|arib-std-b67/.test(line);
  return {
    codec,
    width: Number(width),
    height: Number(height),
    fps: rateIn(line, 'fps'),
    rate: rateIn(line, 'tbr'),
    isHdr,
    statesMatrix: MATRIX.test(line),
  };
}

/** Reads the description of a file that ffmpeg writes to standard error. Pure. */
export function parseVideoProbe(report: string): VideoProbe {
  const lines = report.split('\n').filter((line) => /^ +Stream #0:\d+/.test(line));
  const videoLine = lines.find((line) => line.includes(': Video: ') && !line.includes('(attached pic)'));
  const audioLine = lines.find((line) => line.includes(': Audio: '));
  const [, hours, minutes, seconds] = /^ +Duration: (\d+):(\d\d):(\d\d\.\d+)/m.exec(report) ?? [];
  return {
    seconds: hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    video: videoLine === undefined ? undefined : videoIn(videoLine),
    audio: audioLine === undefined ? undefined : /: Audio: (\w+)/.exec(audioLine)?.[1],
    isMono: audioLine !== undefined && / mono\b/.test(audioLine),
    hasMoreTracks: report.includes('exceeds max_streams'),
  };
}
