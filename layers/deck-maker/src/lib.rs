//! Draws the slides of a PPTX as PNG: a WebAssembly module (WASI) that opens one deck and reads only the bytes that its host passes.
//!
//! A function that fails returns -1, and the output is the reason, as text. The output (`out_ptr`, `out_len`) is valid until the next
//! call. The host allocates memory for bytes that it passes with `alloc`; the function that receives them frees it.
//! A trap (no memory left, a panic) ends the instance: the host makes a new one.

mod arrowheads;
mod facts;
mod hidden;
mod right_to_left;
mod slide_numbers;
mod text_faults;

use std::cell::RefCell;
use std::fmt::Display;

use pptx_edit::DeckSession;
use pptx_raster::{AssetMap, GlyphCache, ImageCache, RenderOptions, RenderResources};
use pptx_render::{Primitive, SlideRenderer};
use serde::Serialize;

use facts::SlideFacts;
use hidden::{Hidden, hide_lines};
use text_faults::TextFaults;

/// Identifies the editor of a session. Any number will do, because there is only one.
const CLIENT: u64 = 1;

struct Deck {
    session: DeckSession,
    renderer: SlideRenderer,
    glyphs: GlyphCache,
    images: ImageCache,
}

thread_local! {
    static DECK: RefCell<Option<Deck>> = const { RefCell::new(None) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Facts about an opened deck, as JSON for the host.
#[derive(Serialize)]
struct DeckFacts {
    /// The name of each slide's part in the package (OPC), in the order of the deck.
    parts: Vec<String>,
}

/// Facts about a drawn slide: the first line of the output, before the PNG.
#[derive(Serialize)]
struct DrawnFacts {
    width: u32,
    height: u32,
    /// Number of pictures that are not drawn: they are missing, cannot be decoded or are too large.
    skipped_pictures: usize,
    /// Number of texts that end below the slide, and of those that overlap another text.
    cut_texts: usize,
    covering_texts: usize,
}

fn put(bytes: Vec<u8>) {
    OUTPUT.with(|output| *output.borrow_mut() = bytes);
}

/// Puts a result into the output. @returns 0, or -1 for an error
fn answer<Failure: Display>(result: Result<Vec<u8>, Failure>) -> i32 {
    match result {
        Ok(bytes) => {
            put(bytes);
            0
        }
        Err(error) => {
            put(error.to_string().into_bytes());
            -1
        }
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}

fn with_deck(work: impl FnOnce(&mut Deck) -> Result<Vec<u8>, String>) -> i32 {
    DECK.with(|deck| match deck.borrow_mut().as_mut() {
        Some(deck) => answer(work(deck)),
        None => answer(Err("no deck is open")),
    })
}

/// Takes ownership of bytes that the host wrote.
///
/// # Safety
/// `pointer` was returned by `alloc(length)`, and is not used again.
unsafe fn taken(pointer: *mut u8, length: usize) -> Vec<u8> {
    unsafe { Vec::from_raw_parts(pointer, length, length) }
}

/// Allocates memory for bytes that the host passes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Address of the output.
#[unsafe(no_mangle)]
pub extern "C" fn out_ptr() -> *const u8 {
    OUTPUT.with(|output| output.borrow().as_ptr())
}

/// Length of the output in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn out_len() -> usize {
    OUTPUT.with(|output| output.borrow().len())
}

fn open(bytes: Vec<u8>) -> Result<(Deck, DeckFacts), String> {
    let mut package = pptx_parse::parse_pptx(&bytes).map_err(|error| error.to_string())?;
    slide_numbers::fill_slide_numbers(&mut package);
    let session =
        DeckSession::from_package_with_source(package, &bytes, CLIENT).map_err(|error| error.to_string())?;
    drop(bytes);
    let parts = session.package().slides.iter().map(|slide| slide.part_path.clone()).collect();
    let facts = DeckFacts { parts };
    let deck = Deck {
        session,
        renderer: SlideRenderer::new(),
        glyphs: GlyphCache::default(),
        images: ImageCache::default(),
    };
    Ok((deck, facts))
}

/// Opens a deck, instead of the one that was open. Output: `DeckFacts` as JSON.
///
/// # Safety
/// The memory of the bytes is from `alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open_deck(pointer: *mut u8, length: usize) -> i32 {
    let bytes = unsafe { taken(pointer, length) };
    answer(open(bytes).and_then(|(deck, facts)| {
        DECK.with(|place| *place.borrow_mut() = Some(deck));
        json(&facts)
    }))
}

/// Registers a face of a font. `is_spare`: a fallback, used for glyphs that the requested face lacks; fallbacks of the same family are
/// tried first, then all in the order of registration. `is_leaning`: it is upright and is slanted, in order to replace an italic one.
///
/// # Safety
/// The memory of both is from `alloc`; the family is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_font(
    family: *mut u8,
    family_length: usize,
    font: *mut u8,
    length: usize,
    is_bold: bool,
    is_italic: bool,
    is_spare: bool,
    is_leaning: bool,
) -> i32 {
    let (family, font) = unsafe { (taken(family, family_length), taken(font, length)) };
    let family = String::from_utf8_lossy(&family).into_owned();
    with_deck(|deck| {
        let registered = if is_spare {
            deck.renderer.register_fallback_font(&family, is_bold, is_italic, &font)
        } else {
            deck.renderer.register_font(&family, is_bold, is_italic, &font)
        };
        let id = registered.map_err(|error| error.to_string())?;
        if is_leaning {
            deck.renderer.slant(id);
        }
        Ok(Vec::new())
    })
}

/// Reports the fonts that a slide needs, before they are registered. Output: `SlideFacts` as JSON. @param index from 0
#[unsafe(no_mangle)]
pub extern "C" fn slide_facts(index: usize) -> i32 {
    with_deck(|deck| {
        let scope = deck.session.slide_scope(index).map_err(|error| error.to_string())?;
        let slide = SlideRenderer::new()
            .layout_scoped_slide(deck.session.package(), &scope)
            .map_err(|error| error.to_string())?;
        json(&SlideFacts::of(&slide.display_list))
    })
}

fn draw(deck: &mut Deck, index: usize, long_side: f32, hidden: &Hidden) -> Result<Vec<u8>, String> {
    let mut scope = deck.session.slide_scope(index).map_err(|error| error.to_string())?;
    let hidden_text = hidden.hide_shapes(&mut scope.slide.shapes);
    let package = deck.session.package();
    let mut list = deck
        .renderer
        .layout_scoped_slide(package, &scope)
        .map_err(|error| error.to_string())?
        .display_list;
    // The layout has a dashed box for an object that cannot be drawn: viewers should not see it, and the facts name the object.
    list.primitives.retain(|primitive| !matches!(primitive, Primitive::Placeholder { .. }));
    hide_lines(&hidden_text, &mut list.primitives);
    let TextFaults { cut, covering } = TextFaults::of(&list);
    right_to_left::order_right_to_left(&mut list, deck.renderer.fonts());
    arrowheads::add_arrowheads(&mut list);
    let media: AssetMap<'_> = package
        .media
        .iter()
        .map(|part| (part.part_path.as_str(), part.bytes.as_slice()))
        .collect();
    let resources =
        RenderResources::new(deck.renderer.fonts(), &media).with_label_font(deck.renderer.fallback_font());
    // The raster rounds sizes up: without the factor, a rounding error could make 1921 pixels of 1920.
    let scale = long_side / list.width.max(list.height) * (1.0 - 1e-6);
    let options = RenderOptions { scale, ..RenderOptions::default() };
    let drawn =
        pptx_raster::render_slide_shared(&list, &resources, &options, &mut deck.glyphs, &mut deck.images)?;
    let mut output = json(&DrawnFacts {
        width: drawn.width,
        height: drawn.height,
        skipped_pictures: drawn.skipped_images,
        cut_texts: cut,
        covering_texts: covering,
    })?;
    output.push(b'\n');
    output.extend_from_slice(&drawn.bytes);
    Ok(output)
}

/// Draws a slide. Output: `DrawnFacts` as JSON, a line feed, the PNG. @param index from 0 @param long_side pixels of the longer side
/// @param hidden what is not shown: `Hidden` as JSON
///
/// # Safety
/// The memory of `hidden` is from `alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn draw_slide(index: usize, long_side: f32, hidden: *mut u8, hidden_length: usize) -> i32 {
    let hidden = unsafe { taken(hidden, hidden_length) };
    match serde_json::from_slice::<Hidden>(&hidden) {
        Ok(hidden) => with_deck(|deck| draw(deck, index, long_side, &hidden)),
        Err(error) => answer(Err(error)),
    }
}
