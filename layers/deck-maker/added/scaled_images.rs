//! A cache of pictures in their size on the slide: each is scaled once, and kept for further slides that show it in the same size.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};

use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

/// Capacity of the cache in bytes: three pictures of 1920 × 1080, RGBA with 8 bits each, have 24.9 MB.
const MAX_BYTES: usize = 32 << 20;
/// A picture that covers fewer pixels of the slide is not moved to whole pixels: it is drawn without this cache.
const MIN_PIXELS: f32 = 40_000.0;
/// The largest area of a scaled picture, as a multiple of the area of the slide; a larger one is drawn without this cache.
const MAX_CANVASES: f32 = 2.0;

struct Scaled {
    source: Weak<Pixmap>,
    pixmap: Arc<Pixmap>,
}

impl Scaled {
    fn is_of(&self, source: &Arc<Pixmap>, width: u32, height: u32) -> bool {
        std::ptr::eq(self.source.as_ptr(), Arc::as_ptr(source))
            && (self.pixmap.width(), self.pixmap.height()) == (width, height)
    }
}

#[derive(Default)]
pub(crate) struct ScaledImages {
    kept: VecDeque<Scaled>,
    bytes: usize,
}

impl ScaledImages {
    /// The picture in its size on the canvas, and its left and top edge there, in whole pixels. `None` for a picture that is rotated,
    /// mirrored, small (`MIN_PIXELS`) or far larger than the canvas (`MAX_CANVASES`).
    pub(crate) fn place(
        &mut self,
        source: &Arc<Pixmap>,
        placed: Transform,
        canvas: &Pixmap,
    ) -> Option<(Arc<Pixmap>, i32, i32)> {
        if placed.kx != 0.0 || placed.ky != 0.0 || placed.sx <= 0.0 || placed.sy <= 0.0 {
            return None;
        }
        let (left, top) = (placed.tx.round(), placed.ty.round());
        let width = (placed.tx + source.width() as f32 * placed.sx).round() - left;
        let height = (placed.ty + source.height() as f32 * placed.sy).round() - top;
        let most = MAX_CANVASES * canvas.width() as f32 * canvas.height() as f32;
        let is_usable = width >= 1.0 && height >= 1.0 && (MIN_PIXELS..=most).contains(&(width * height));
        let near = |edge: f32| edge.abs() < 1e6;
        if !is_usable || !near(left) || !near(top) {
            return None;
        }
        let pixmap = self.scaled(source, width as u32, height as u32)?;
        Some((pixmap, left as i32, top as i32))
    }

    fn scaled(&mut self, source: &Arc<Pixmap>, width: u32, height: u32) -> Option<Arc<Pixmap>> {
        if (source.width(), source.height()) == (width, height) {
            return Some(source.clone());
        }
        if let Some(known) = self.kept.iter().find(|each| each.is_of(source, width, height)) {
            return Some(known.pixmap.clone());
        }
        let is_smaller = width <= source.width() && height <= source.height();
        let pixmap = Arc::new(if is_smaller { averaged(source, width, height)? } else { enlarged(source, width, height)? });
        self.keep(Scaled { source: Arc::downgrade(source), pixmap: pixmap.clone() });
        Some(pixmap)
    }

    /// Adds a picture to the cache; the oldest ones are removed until it fits.
    fn keep(&mut self, scaled: Scaled) {
        let cost = scaled.pixmap.data().len();
        if cost > MAX_BYTES {
            return;
        }
        while self.bytes + cost > MAX_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.bytes -= oldest.pixmap.data().len();
        }
        self.bytes += cost;
        self.kept.push_back(scaled);
    }
}

fn enlarged(source: &Pixmap, width: u32, height: u32) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(width, height)?;
    let (x, y) = (width as f32 / source.width() as f32, height as f32 / source.height() as f32);
    let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    pixmap.draw_pixmap(0, 0, source.as_ref(), &paint, Transform::from_scale(x, y), None);
    Some(pixmap)
}

/// Box filter: which of `length` samples output sample `index` of `count` covers: the first one, and the weight of each; their sum is 1.
fn stretch(index: u32, count: u32, length: u32) -> (usize, Vec<f32>) {
    let span = f64::from(length) / f64::from(count);
    let (from, to) = (f64::from(index) * span, (f64::from(index) + 1.0) * span);
    let first = from.floor();
    let last = to.ceil().min(f64::from(length));
    let weights = (first as u32..last as u32)
        .map(|at| ((to.min(f64::from(at) + 1.0) - from.max(f64::from(at))) / span).max(0.0) as f32)
        .collect();
    (first as usize, weights)
}

/// A smaller picture, each pixel of which is the mean of the area it covers. Colours are premultiplied: transparent pixels add none.
fn averaged(source: &Pixmap, width: u32, height: u32) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(width, height)?;
    let bytes_across = source.width() as usize * 4;
    let columns: Vec<_> = (0..width).map(|x| stretch(x, width, source.width())).collect();
    let mut row = vec![0f32; bytes_across];
    for y in 0..height {
        let (first, weights) = stretch(y, height, source.height());
        row.fill(0.0);
        for (offset, weight) in weights.iter().enumerate() {
            let start = (first + offset) * bytes_across;
            let samples = &source.data()[start..start + bytes_across];
            for (sum, sample) in row.iter_mut().zip(samples) {
                *sum += weight * f32::from(*sample);
            }
        }
        let start = y as usize * width as usize * 4;
        let target = &mut pixmap.data_mut()[start..start + width as usize * 4];
        for (pixel, (first, weights)) in target.chunks_exact_mut(4).zip(&columns) {
            let mut sums = [0f32; 4];
            for (weight, sample) in weights.iter().zip(row[first * 4..].chunks_exact(4)) {
                for (sum, part) in sums.iter_mut().zip(sample) {
                    *sum += weight * part;
                }
            }
            for (part, sum) in pixel.iter_mut().zip(sums) {
                *part = (sum + 0.5) as u8;
            }
        }
    }
    Some(pixmap)
}
