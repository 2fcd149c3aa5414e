/** What has passed through a joined stream. */
export interface JoinedFrames {
  frames: number;
  /** 0-based. */
  keyframes: number[];
}
