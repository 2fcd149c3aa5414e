import { PDFiumModule } from '@hyzyla/pdfium';

/** An address in PDFium's memory, or a handle; 0 for none. */
type Address = number;

/** The functions of PDFium (`fpdfview.h`, `fpdf_text.h`, `fpdf_edit.h`) that are called here; the types of the package list a part of them. */
interface PdfiumFunctions {
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadMemDocument(bytes: Address, length: number, password: Address): Address;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: Address): number;
  _FPDF_GetMetaText(document: Address, tag: Address, buffer: Address, length: number): number;
  _FPDF_GetPageLabel(document: Address, index: number, buffer: Address, length: number): number;
  _FPDF_LoadPage(document: Address, index: number): Address;
  _FPDF_ClosePage(page: Address): void;
  _FPDF_CloseDocument(document: Address): void;
  _FPDF_GetPageWidth(page: Address): number;
  _FPDF_GetPageHeight(page: Address): number;
  _FPDF_GetPageBoundingBox(page: Address, floats: Address): number;
  _FPDFPage_GetRotation(page: Address): number;
  _FPDFPage_CountObjects(page: Address): number;
  _FPDFPage_GetObject(page: Address, index: number): Address;
  _FPDFPage_InsertObject(page: Address, object: Address): void;
  _FPDFPageObj_GetType(object: Address): number;
  _FPDFPageObj_GetBounds(object: Address, left: Address, bottom: Address, right: Address, top: Address): number;
  _FPDFPageObj_GetClipPath(object: Address): Address;
  _FPDFPageObj_SetMatrix(object: Address, floats: Address): number;
  _FPDFPageObj_SetFillColor(object: Address, red: number, green: number, blue: number, alpha: number): number;
  _FPDFClipPath_CountPaths(clip: Address): number;
  _FPDFClipPath_CountPathSegments(clip: Address, path: number): number;
  _FPDFClipPath_GetPathSegment(clip: Address, path: number, segment: number): Address;
  _FPDFPathSegment_GetPoint(segment: Address, x: Address, y: Address): number;
  _FPDFText_LoadPage(page: Address): Address;
  _FPDFText_ClosePage(text: Address): void;
  _FPDFText_CountChars(text: Address): number;
  _FPDFText_GetUnicode(text: Address, index: number): number;
  _FPDFText_IsGenerated(text: Address, index: number): number;
  _FPDFText_IsHyphen(text: Address, index: number): number;
  _FPDFText_GetCharBox(
    text: Address,
    index: number,
    left: Address,
    right: Address,
    bottom: Address,
    top: Address,
  ): number;
  _FPDFText_GetCharOrigin(text: Address, index: number, x: Address, y: Address): number;
  _FPDFText_GetMatrix(text: Address, index: number, floats: Address): number;
  _FPDFText_GetFontSize(text: Address, index: number): number;
  _FPDFText_GetFillColor(
    text: Address,
    index: number,
    red: Address,
    green: Address,
    blue: Address,
    alpha: Address,
  ): number;
  _FPDFText_GetTextObject(text: Address, index: number): Address;
  _FPDFText_LoadFont(document: Address, bytes: Address, length: number, kind: number, isComposite: number): Address;
  _FPDFText_SetText(object: Address, text: Address): number;
  _FPDFTextObj_GetFont(object: Address): Address;
  _FPDFTextObj_GetTextRenderMode(object: Address): number;
  _FPDFPageObj_CreateTextObj(document: Address, font: Address, size: number): Address;
  _FPDFFont_Close(font: Address): void;
  _FPDFFont_GetIsEmbedded(font: Address): number;
  _FPDFFont_GetBaseFontName(font: Address, buffer: Address, length: number): number;
  _FPDFFont_GetGlyphPath(font: Address, unicode: number, size: number): Address;
  _FPDFFont_GetWeight(font: Address): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, bytes: Address, stride: number): Address;
  _FPDFBitmap_FillRect(bitmap: Address, left: number, top: number, width: number, height: number, color: number): void;
  _FPDFBitmap_Destroy(bitmap: Address): void;
  _FPDF_RenderPageBitmap(
    bitmap: Address,
    page: Address,
    x: number,
    y: number,
    width: number,
    height: number,
    turns: number,
    flags: number,
  ): void;
  /** Views of the memory. They are replaced when it grows. */
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  HEAPU32: Uint32Array;
  wasmExports: { malloc(length: number): Address; free(address: Address): void };
}

/** PDFium in WebAssembly, with its memory. */
export interface Pdfium extends PdfiumFunctions {
  /** Runs a function with a block of memory, which is freed afterwards. @throws RangeError if the memory is exhausted */
  withMemory<Result>(length: number, run: (address: Address) => Result): Result;
  /** Copies bytes into new memory of PDFium, which the caller frees. @returns their address */
  keep(bytes: Uint8Array): Address;
  /** Frees memory that `keep` returned. */
  free(address: Address): void;
  /** Reads a text that a function writes as UTF-16 with a final zero. @param write returns the bytes that it needs */
  textOf(write: (buffer: Address, length: number) => number): string;
}

/** Starts PDFium. */
export async function startPdfium(): Promise<Pdfium> {
  const module = (await PDFiumModule({})) as unknown as PdfiumFunctions;
  module._FPDF_InitLibraryWithConfig({ version: 2, m_pIsolate: null, m_pUserFontPaths: null, m_v8EmbedderSlot: 0 });
  const { malloc, free } = module.wasmExports;
  const allocate = (length: number): Address => {
    const address = malloc(Math.max(8, length));
    if (address === 0) throw new RangeError('PDFium has no memory left');
    return address;
  };
  const withMemory: Pdfium['withMemory'] = (length, run) => {
    const address = allocate(length);
    try {
      return run(address);
    } finally {
      free(address);
    }
  };
  return Object.assign(module, {
    withMemory,
    free,
    keep(bytes: Uint8Array) {
      const address = allocate(bytes.length);
      module.HEAPU8.set(bytes, address);
      return address;
    },
    textOf(write: (buffer: Address, length: number) => number) {
      const length = write(0, 0);
      if (length <= 2) return '';
      return withMemory(length, (address) => {
        write(address, length);
        return Buffer.from(module.HEAPU8.slice(address, address + length - 2)).toString('utf16le');
      });
    },
  });
}
