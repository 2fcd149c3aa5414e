declare module 'webvtt-parser' {
  interface VttCue {
    id: string;
    startTime: number;
    endTime: number;
    text: string;
    tree: { children: { type: string; value?: string }[] };
  }
  export class WebVTTParser {
    constructor(entities: Readonly<Record<string, string>>);
    parse(
      input: string,
      mode: 'captions' | 'chapters',
    ): { cues: VttCue[]; errors: { message: string; line: number }[] };
  }
  const exports: { WebVTTParser: typeof WebVTTParser };
  export default exports;
}
