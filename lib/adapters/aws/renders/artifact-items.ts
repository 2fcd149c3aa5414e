import { z } from 'zod';
import { type ClipDescription, clipDescriptionSchema } from '#engine/video/clips/clip.ts';
import type { ArtifactInFile } from '#features/renders/public.ts';
import { createItemCodec } from '../table/item.ts';

/**
 * The index of the cached artifacts in one stored file. It is one item, because DynamoDB charges a write by the kilobyte. Each artifact is
 * a line of text. The lines refer to descriptions of clips, of which there are few, because most clips have the same description.
 */
export interface ArtifactFileIndex {
  /** Storage key of the file. */
  key: string;
  /** The different descriptions of the clips in the file. */
  clips: ClipDescription[];
  /**
   * One line for each artifact: `<name> <offset> <bytes>`, and for a clip its position in `clips`. A clip that moves also has a last word.
   * For a part that rises, the word is `<x>,<y>,<width>,<height>`. For parts that drift, it is `~`, followed by
   * `<x>,<y>,<width>,<height>,<across>,<down>` of each part, separated by `;`. An image in a slow zoom, alone or next to a part that rises, is
   * `+<x>,<y>,<width>,<height>,<anchorX>,<anchorY>` at the end of the word. The name is in base64url: 43 characters, not 64.
   */
  artifacts: string[];
  made_at: string;
  /** The render that made the artifacts; absent if the narration of a slide, or an earlier version of the program, made them. */
  render_id?: string | undefined;
}

/** Stored form of the index of the artifacts in one file. */
export const artifactFileIndexCodec = createItemCodec<ArtifactFileIndex>('artifact_pack').of(
  z.object({
    key: z.string(),
    clips: z.array(clipDescriptionSchema),
    artifacts: z.array(z.string()),
    made_at: z.string(),
    render_id: z.string().optional(),
  }),
);

/**
 * A record that names, in its key, one artifact of a timeline, so that another timeline with the same artifact finds the stored files of
 * that timeline.
 */
export interface ArtifactLookupRecord {
  timeline_id: string;
}

/** Stored form of an artifact lookup record. */
export const artifactLookupRecordCodec = createItemCodec<ArtifactLookupRecord>('artifact_sketch').of(
  z.object({ timeline_id: z.string() }),
);

/** Precedes parts that drift. No clip has both these and a part that rises. */
const DRIFTS = '~';
/** Precedes an image in a slow zoom, which may be next to a part that rises. */
const ZOOMS = '+';

const driftText = ({ x, y, width, height, across, down }: NonNullable<ClipDescription['drifts']>[number]): string =>
  [x, y, width, height, across, down].join(',');

/** Formats the artifacts of a file as lines and descriptions of clips. */
export function formatArtifactIndexFields(
  artifacts: readonly ArtifactInFile[],
): Pick<ArtifactFileIndex, 'clips' | 'artifacts'> {
  const clips = new Map<string, ClipDescription>();
  const lines = artifacts.map(({ name, offset, bytes, clip }) => {
    const shortName = Buffer.from(name, 'hex').toString('base64url');
    if (!clip) return `${shortName} ${offset} ${bytes}`;
    const { form, frames, parameter_sets, rises, drifts, zooms } = clip;
    const descriptionText = JSON.stringify([form, frames, parameter_sets]);
    clips.set(descriptionText, { form, frames, parameter_sets });
    const line = `${shortName} ${offset} ${bytes} ${[...clips.keys()].indexOf(descriptionText)}`;
    if (drifts) return `${line} ${DRIFTS}${drifts.map(driftText).join(';')}`;
    const riseText = rises ? [rises.x, rises.y, rises.width, rises.height].join(',') : '';
    const zoomSuffix = zooms ? `${ZOOMS}${zoomText(zooms)}` : '';
    return riseText || zoomSuffix ? `${line} ${riseText}${zoomSuffix}` : line;
  });
  return { clips: [...clips.values()], artifacts: lines };
}

const zoomText = ({ x, y, width, height, anchorX, anchorY }: NonNullable<ClipDescription['zooms']>): string =>
  [x, y, width, height, anchorX, anchorY].join(',');

/** Parses the image in a slow zoom: six numbers, separated by commas. Empty without a text. */
function zoomFromText(text: string | undefined): Pick<ClipDescription, 'zooms'> {
  if (text === undefined) return {};
  const [x = 0, y = 0, width = 0, height = 0, anchorX = 0, anchorY = 0] = text.split(',').map(Number);
  return { zooms: { x, y, width, height, anchorX, anchorY } };
}

/** Parses the moving parts of a clip: the last word of its line. Empty without such a word. */
function movesFromText(movesText: string | undefined): Pick<ClipDescription, 'rises' | 'drifts' | 'zooms'> {
  if (movesText === undefined) return {};
  const [boxesText = '', zoom] = movesText.split(ZOOMS);
  if (boxesText === '') return zoomFromText(zoom);
  const boxes = boxesText.replace(DRIFTS, '').split(';');
  const drifts = boxes.map((box) => {
    const [x = 0, y = 0, width = 0, height = 0, across = 0, down = 0] = box.split(',').map(Number);
    return { x, y, width, height, across, down };
  });
  if (boxesText.startsWith(DRIFTS)) return { drifts };
  const [{ across: _, down: _down, ...rises } = { x: 0, y: 0, width: 0, height: 0, across: 0, down: 0 }] = drifts;
  return { rises, ...zoomFromText(zoom) };
}

/** Parses the lines of a pack. A line that cannot be parsed is left out, and its artifact is made again. */
export const parseArtifactPackLines = ({
  clips,
  artifacts,
}: Pick<ArtifactFileIndex, 'clips' | 'artifacts'>): ArtifactInFile[] =>
  artifacts.flatMap((line) => {
    const [shortName = '', offset, bytes, clipIndex, movesText] = line.split(' ');
    const name = Buffer.from(shortName, 'base64url').toString('hex');
    const clip = clipIndex === undefined ? undefined : clips[Number(clipIndex)];
    if (offset === undefined || bytes === undefined || (clipIndex !== undefined && !clip)) return [];
    const clipWithMoves = clip && { ...clip, ...movesFromText(movesText) };
    return { name, offset: Number(offset), bytes: Number(bytes), ...(clipWithMoves ? { clip: clipWithMoves } : {}) };
  });
