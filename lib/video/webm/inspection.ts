export interface WebmTrack {
  codec: string;
  /** ISO 639-2/B. */
  language: string;
  /** When each block starts, in milliseconds. */
  times: number[];
}

export interface WebmVideo extends WebmTrack {
  width: number;
  height: number;
  /** Frames (0-based) that are flagged as key frames. */
  keyframes: number[];
}

/** What the elements of a WebM file say. */
export interface WebmInspection {
  fileBytes: number;
  durationSeconds: number;
  title: string | undefined;
  /** The index stands before the first cluster. */
  cuesInFront: boolean;
  /** Times in the index, in milliseconds. Each has been followed to a cluster that starts with that key frame. */
  cues: number[];
  chapters: { title: string; startSeconds: number }[];
  video: WebmVideo;
  audio?: WebmTrack | undefined;
  captions?: WebmTrack | undefined;
}
