//! Columns of numbers as pickles hold them.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Four columns: numbers in little-endian order.
pub(super) type Pickled<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

/// The bytes of a column.
macro_rules! pickled {
    ($py:expr, $column:expr) => {{
        let numbers = $column.as_slice();
        ::pyo3::types::PyBytes::new_with($py, size_of_val(numbers), |bytes| {
            let (places, _) = bytes.as_chunks_mut();
            for (place, number) in places.iter_mut().zip(numbers) {
                *place = number.to_le_bytes();
            }
            Ok(())
        })?
    }};
}

/// The numbers of a column; None where the last one is not whole.
macro_rules! unpickled {
    ($bytes:expr, $number:ty) => {{
        let (numbers, rest) = $bytes.as_bytes().as_chunks();
        let numbers = numbers.iter().copied();
        let numbers = numbers.map(<$number>::from_le_bytes);
        rest.is_empty().then(|| numbers.collect::<Vec<_>>())
    }};
}

pub(super) use {pickled, unpickled};
