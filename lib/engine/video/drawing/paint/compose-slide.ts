import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import { findSlowZoomRoom, type SlowZoomMoment } from '../../motion/slow-zoom.ts';
import type { MorphableChart } from '../chart/morphable-chart.ts';
import { createDimmedCodeLinePredicate } from '../code-focus.ts';
import type { Logo, PhotographTreatment, SceneDesign, SlideTemplate } from '../design.ts';
import type { DrawableSlide, SlidePaintState } from '../drawable-slide.ts';
import { arrangeTextClearOfCaptions } from '../layout/arrange-clear.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { captionArea, NO_RESERVED_EDGES } from '../layout/caption-area.ts';
import { chooseLayout } from '../layout/choose-layout.ts';
import { withFontSizesForFormat } from '../layout/format-type.ts';
import { fitImageCaption, imageSpaceWithCaption, typesetImageCaption } from '../layout/image-caption.ts';
import type { ImagePlacement } from '../layout/image-placement.ts';
import { type DrawnLayout, doesLayoutShowSlideNumber, sceneNameOfLayout } from '../layout/layout-facts.ts';
import { drawingOfLayout } from '../layout/layouts/layout-of.ts';
import { logoBox, textLineNextToLogo, withLogoOnlyIfShown } from '../layout/logo-box.ts';
import type { PastedPicture } from '../layout/pasted-picture.ts';
import { placeImageOnDeviceScreen } from '../layout/place-image-on-device-screen.ts';
import { placeImageWithCaption } from '../layout/place-image-with-caption.ts';
import { paddingOfTextOnImage } from '../layout/regions.ts';
import { slideUnitInPixels, smallestSlideFontSize } from '../layout/slide-unit-in-pixels.ts';
import type { TextFitReport } from '../layout/text-fit-report.ts';
import { textGroupOf, typesetSlideText } from '../layout/typeset-slide-text.ts';
import { moveSceneBackdropLights } from '../moved-lights.ts';
import type { EnteringPartIndexRange, GraphicEntrance } from '../part-entrance.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { addFineTypographyToTypesetter, cssFamiliesOfParagraph } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import { footerNodes, imageFrameNodes, imageTextBoxNode, logoNode, scrimNode } from './decoration.ts';
import type { DrawingDeps } from './drawing-deps.ts';
import { computeScrimBehindText } from './scrim-behind.ts';
import type { TextContrastScrim } from './text-contrast-scrim.ts';

/** A slide as layers: background of the scene, image, and a tree of text and ornament for the layout engine. */
export interface SlideComposition {
  layout: DrawnLayout;
  scene: SceneDesign;
  direction: TextDirection;
  image?: ImagePlacement | undefined;
  /** The shade between the image and the text; absent: none, or one of the nodes. */
  scrim?: TextContrastScrim | undefined;
  /** The slow zoom of the image; absent: it has none. */
  zoom?: SlowZoomMoment | undefined;
  /** The colours in which photographs are drawn; absent: unchanged. */
  photographs?: PhotographTreatment | undefined;
  /** Other pictures, which are over everything else. */
  pictures: readonly PastedPicture[];
  /** The logo that it shows, and its box; absent: none. */
  logo?: { logo: Logo; box: LayoutBox } | undefined;
  /** All nodes above the background and the image. */
  nodes: Node[];
  /** The nodes, of `nodes`, that show its title and its content. */
  content: ReadonlySet<Node>;
  /** Returns the entrance of some of its parts; absent: they appear without movement. */
  entrance?: ((parts: EnteringPartIndexRange) => GraphicEntrance) | undefined;
  /** A chart whose marks can turn into those of another one; absent: it shows none. */
  chart?: MorphableChart | undefined;
  /** CSS families in use. */
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
  /** Fit of its title and its content. */
  fits: readonly TextFitReport[];
  /** True if the footer was cut. */
  isFooterCut: boolean;
  /** Characters that no font has: drawn as a box, or an emoji that is left out. */
  missing: readonly string[];
}

/** The slow zoom of an image that fills its place without rounded corners; undefined for others. @param factor as `SlidePaintState.zoom` */
function zoomOf(
  place: ImagePlacement | undefined,
  { image }: DrawableSlide,
  size: PictureDimensions,
  factor: number,
): SlowZoomMoment | undefined {
  if (!place || !image || place.imageBox !== place.panel || place.radius > 0) return undefined;
  const room = findSlowZoomRoom(place.imageBox, size, image.focus);
  return room && { factor, room };
}

/** Lays out a slide without reading the pixels of its image. @param unscaledTemplate with the same type sizes for all formats */
export async function composeSlide(
  slide: DrawableSlide,
  size: PictureDimensions,
  unscaledTemplate: SlideTemplate,
  deps: DrawingDeps,
  { revealed = Number.POSITIVE_INFINITY, labelled, figures, marks, zoom, lit, lights, captioned }: SlidePaintState = {},
): Promise<SlideComposition> {
  const { measureIn } = deps;
  const typesetter = slide.typography === 'plain' ? deps.typesetter : addFineTypographyToTypesetter(deps.typesetter);
  const unit = slideUnitInPixels(size);
  const layoutName = chooseLayout(slide, size);
  const template = withLogoOnlyIfShown(withFontSizesForFormat(unscaledTemplate, size), layoutName);
  const layout = drawingOfLayout(layoutName);
  const sceneName = sceneNameOfLayout(layoutName);
  const usualScene = template.scenes[sceneName];
  const scene = lights === 'away' ? moveSceneBackdropLights(usualScene) : usualScene;
  const { palette } = scene;
  const text = await typesetSlideText(slide, layout, sceneName, template, typesetter);
  const { direction } = text;
  const graphic = await layout.graphic?.typeset(slide, {
    template,
    scene,
    direction,
    typesetter,
    loadIcons: deps.loadIcons,
  });
  const numbers = text.marker?.numbers ?? [];
  const imageCaptionText =
    layout.image && slide.image?.is_page !== true ? normalizeDrawableText(slide.image?.caption ?? '') : '';
  const context = { language: slide.language, text: imageCaptionText, direction };
  const typesetCaption =
    imageCaptionText === ''
      ? undefined
      : await typesetImageCaption(imageCaptionText, template, size, typesetter, context);
  const paragraphs = [
    text.folio,
    text.footer,
    ...text.body,
    ...numbers,
    text.heading,
    text.mark,
    typesetCaption,
    ...(graphic?.paragraphs ?? []),
  ].filter((paragraph) => paragraph !== undefined);
  const families = [...new Set(paragraphs.flatMap(cssFamiliesOfParagraph))];
  const reserved = captioned ? captionArea(size, captioned).reserved : NO_RESERVED_EDGES;
  const measure = measureIn(families);
  const slideContext = { direction, template, scene, size };
  const captionedImage = { display: layout.image ?? 'panel', size, direction, template };
  const captionOnImage =
    typesetCaption && captionedImage.display === 'ground'
      ? await fitImageCaption(typesetCaption, { x: 0, y: 0, ...size }, captionedImage, measure)
      : undefined;
  const arrangeIn = (typeUnit: number) =>
    layout.arrange({
      slide,
      graphic,
      unit: typeUnit,
      measure,
      ...slideContext,
      group: textGroupOf(text, layout.text, template, scene, { unit: typeUnit, least: smallestSlideFontSize(size) }),
      regionsFor: (arrangement, share = 0) => {
        const regions = layout.regions({
          ...slideContext,
          arrangement,
          share,
          reserved,
          hasImage: slide.image !== undefined,
          focus: slide.image?.focus,
        });
        return captionOnImage
          ? { ...regions, text: imageSpaceWithCaption(regions.text, captionOnImage, captionedImage, reserved) }
          : regions;
      },
    });
  const { arranged, typeUnit } = await arrangeTextClearOfCaptions(arrangeIn, unit, reserved, size);
  const { regions, top, height } = arranged;

  const nodes: Node[] = [];
  const placedImage =
    slide.image && regions.image && layout.image && !layout.isOnScreen
      ? await placeImageWithCaption({
          ...captionedImage,
          image: slide.image,
          region: regions.image,
          caption: typesetCaption,
          fitted: captionOnImage,
          hasTextOnIt: layout.image === 'ground' && height > 0,
          scene,
          reserved,
          measure,
        })
      : undefined;
  const imageOnScreen =
    slide.image && regions.image && layout.isOnScreen
      ? await placeImageOnDeviceScreen({
          ...captionedImage,
          image: slide.image,
          kind: slide.device_kind,
          region: regions.image,
          caption: typesetCaption,
          scene,
          reserved,
          measure,
        })
      : undefined;
  const image = placedImage?.place;
  if (layout.image === 'ground' && image && height > 0) {
    const padding = paddingOfTextOnImage(unit);
    const radius = Math.round(template.panelRadius * unit);
    if (layout.hasMeasuredScrim) {
      // The painter draws the scrim, because it depends on the pixels of the image.
    } else if (template.caption === 'scrim') nodes.push(scrimNode(size, top));
    else nodes.push(imageTextBoxNode(regions.text, top, height, padding, palette.panel, radius));
  } else if (image) nodes.push(...imageFrameNodes(image.panel, template.image, unit));
  const texts = arranged.place({
    unit: typeUnit,
    leastSize: smallestSlideFontSize(size),
    template,
    scene,
    direction,
    revealed,
    labelled,
    figures,
    marks,
    isDimmed: createDimmedCodeLinePredicate(slide.code, lit),
  });
  const content = [...(placedImage?.nodes ?? []), ...(imageOnScreen?.nodes ?? []), ...texts];
  const scrim =
    layout.hasMeasuredScrim && image && height > 0
      ? computeScrimBehindText(
          texts,
          { ...regions.text, y: top, height },
          { ...slideContext, unit, verticalAlign: regions.verticalAlign },
        )
      : undefined;
  nodes.push(...content);
  const folioLine = textLineNextToLogo(regions.folio, template.logo, size);
  const footer = doesLayoutShowSlideNumber(layoutName)
    ? await footerNodes(text, folioLine, size, template, scene, measure)
    : undefined;
  nodes.push(...(footer?.nodes ?? []));
  const logo = template.logo && { logo: template.logo, box: logoBox(template.logo, size) };
  if (logo) nodes.push(logoNode(logo.logo, logo.box));
  const emoji = paragraphs.flatMap(({ runs }) => runs.flatMap((run) => ('emoji' in run ? [run.emoji] : [])));
  return {
    layout: layoutName,
    scene,
    direction,
    image,
    logo,
    nodes,
    families,
    emoji: [...new Set(emoji)],
    scrim,
    zoom: zoom === undefined ? undefined : zoomOf(image, slide, size, zoom),
    // These layouts show the whole image with its true colours.
    photographs: layoutName === 'figure' || layoutName === 'page' ? undefined : template.photographs,
    pictures: [...(imageOnScreen ? [imageOnScreen.picture] : []), ...(arranged.pictures?.(revealed) ?? [])],
    content: new Set(content),
    entrance: arranged.entrance,
    chart: arranged.chart,
    fits: arranged.fits,
    isFooterCut: footer?.cut === true,
    missing: [...new Set(paragraphs.flatMap(({ missing = [] }) => missing))],
  };
}
