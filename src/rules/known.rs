//! What a game asks of its rules at every step.

use std::fmt::Debug;

/// A source of such rules: a value that is read when the game runs, or a preset's own, known when it
/// is compiled. A batch chooses at its door; the rules of play are written once, over either.
pub(crate) trait Known<R>: Copy + Debug + Send + Sync + 'static {
    /// The rules.
    fn value(&self) -> R;
}

/// Read when the game runs.
impl<R: Copy + Debug + Send + Sync + 'static> Known<R> for R {
    #[inline(always)]
    fn value(&self) -> R {
        *self
    }
}

/// Those of the preset with that place in [`super::PRESETS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfPreset<const PRESET: usize>;
