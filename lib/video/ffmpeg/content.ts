/** What a stream shows: pictures that stand, or pictures that move. */
export type Content = 'still' | 'move';
