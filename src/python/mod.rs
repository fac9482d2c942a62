//! The extension module `bonepile._core`: thin wrappers, documented in `_core.pyi`, whose first lines
//! are repeated here for `help`.

mod action;
mod buffers;
mod convert;
mod deal;
mod errors;
mod functions;
mod integers;
mod interrupt;
mod match_play;
mod observation;
mod pickles;
mod playouts;
mod round;
mod rules;
mod session;
mod solving;
mod trail;
mod vector_round;

use pyo3::prelude::*;

// The columns of a `VectorRound` are written over while its readers are kept out by the GIL.
/// The engine in Rust: everything here is exported by :mod:`bonepile`.
#[pymodule(gil_used = true)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::deal::Deal;
    #[pymodule_export]
    use super::functions::{deal, preset_info, presets, same_json};
    #[pymodule_export]
    use super::match_play::Match;
    #[pymodule_export]
    use super::observation::{observation_layout, observe};
    #[pymodule_export]
    use super::playouts::{Playouts, playout_record, playouts};
    #[pymodule_export]
    use super::round::Round;
    #[pymodule_export]
    use super::rules::Rules;
    #[pymodule_export]
    use super::session::Session;
    #[pymodule_export]
    use super::solving::{Solutions, solve, solve_many};
    #[pymodule_export]
    use super::trail::{best_opening, longest_train};
    #[pymodule_export]
    use super::vector_round::VectorRound;

    #[pymodule_init]
    fn version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
