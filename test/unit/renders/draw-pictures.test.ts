import { expect, it } from 'vitest';
import { createPictureDrawer } from '#features/renders/draw-pictures.ts';
import { FileMissingError, type FileStore, type SlidePainter } from '#features/renders/ports.ts';
import { snapshotOfTimeline } from '#features/renders/timeline-snapshot.ts';
import { sampleImage, sampleRender, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';
import { noFootage } from '#test/support/video/no-footage.ts';

const none = async (): Promise<never> => {
  throw new Error('not used here');
};

it('the room of an image that grows is found without its file', async () => {
  const files: FileStore = {
    ...{ putBytes: none, putFile: none, getFile: none, getRange: none, copy: none, presignGet: none, remove: none },
    getBytes: async (key) => {
      throw new FileMissingError(key);
    },
  };
  const room = { x: 0, y: 0, width: 882, height: 1080, anchorX: 882, anchorY: 540 };
  const painter: SlidePainter = {
    ...{ paint: none, paintLayers: none, paintPair: none, paintEntrance: none, paintZoom: none, paintCaption: none },
    zoomRoom: async ({ image }) => (image?.width === 1600 ? room : undefined),
  };
  const slides = [sampleSlide({ layout: 'image_left', image: sampleImage() })];
  const drawer = createPictureDrawer(
    { files, footage: noFootage, painter: async () => painter },
    { render: sampleRender(), signal: new AbortController().signal },
    snapshotOfTimeline(sampleTimeline(slides), slides, { look: undefined, slide_numbers: false, footer: undefined }),
  );
  expect(await drawer.zoomRoom(0)).toEqual(room);
  await expect(drawer.raw({ slide: 0 })).rejects.toThrow('An image of slide 1 is no longer there.');
});
