//! Many integers in one argument: a buffer or a sequence of them.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyList, PyMemoryView};

use super::convert::{sequence, wrong_type};
use super::errors;

/// The integers of a sequence, or of a buffer of one dimension: one a slot. One beyond 64 bits is read as
/// the greatest that there is.
pub(super) fn integers(value: &Bound<'_, PyAny>, name: &str, slots: usize) -> PyResult<Vec<i64>> {
    let py = value.py();
    let integers = if let Ok(list) = value.cast::<PyList>() {
        one_a_slot(py, name, list.len(), slots)?;
        list.iter().map(|item| integer(&item, name)).collect()
    } else {
        match PyMemoryView::from(value) {
            Ok(buffer) => in_buffer(&buffer, name),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                in_sequence(value, name, slots)
            }
            Err(error) => Err(error),
        }
    }?;
    one_a_slot(py, name, integers.len(), slots)?;
    Ok(integers)
}

fn one_a_slot(py: Python<'_>, name: &str, given: usize, slots: usize) -> PyResult<()> {
    if given == slots {
        return Ok(());
    }
    let message = format!("{name}: {given} for {slots} slots");
    Err(errors::argument(py, message))
}

/// What is too long is not read to its end: that may be far away, or nowhere.
fn in_sequence(value: &Bound<'_, PyAny>, name: &str, slots: usize) -> PyResult<Vec<i64>> {
    let sequence = sequence(value, name, "integers")?;
    one_a_slot(value.py(), name, sequence.len()?, slots)?;
    let items = sequence.try_iter()?.take(slots.saturating_add(1));
    items.map(|item| integer(&item?, name)).collect()
}

/// Whatever Python takes for an integer; true and false are none.
fn integer(value: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    let wrong = || wrong_type(value, name, "an int in every place");
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    value.extract::<i64>().or_else(|error| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            Ok(i64::MAX)
        } else if error.is_instance_of::<PyTypeError>(value.py()) {
            Err(wrong())
        } else {
            Err(error)
        }
    })
}

/// How a buffer holds its integers.
struct Format {
    signed: bool,
    /// In bytes.
    size: usize,
    little_endian: bool,
}

impl Format {
    /// Reads a format as the module `struct` writes it; None if it is not one of an integer.
    fn read(format: &str, size: usize) -> Option<Self> {
        let (order, letter) = match *format.as_bytes() {
            [letter] => (b'@', letter),
            [order, letter] => (order, letter),
            _ => return None,
        };
        b"bBhHiIlLqQnN".contains(&letter).then_some(Self {
            signed: letter.is_ascii_lowercase(),
            size,
            little_endian: match order {
                b'<' => true,
                b'>' | b'!' => false,
                _ => cfg!(target_endian = "little"),
            },
        })
    }

    fn integers(&self, bytes: &[u8]) -> Option<Vec<i64>> {
        macro_rules! integers {
            ($integer:ty) => {{
                let (integers, _) = bytes.as_chunks();
                let integers = integers.iter().map(|&integer| {
                    let integer = if self.little_endian {
                        <$integer>::from_le_bytes(integer)
                    } else {
                        <$integer>::from_be_bytes(integer)
                    };
                    i64::try_from(integer).unwrap_or(i64::MAX)
                });
                integers.collect()
            }};
        }
        Some(match (self.signed, self.size) {
            (true, 1) => integers!(i8),
            (true, 2) => integers!(i16),
            (true, 4) => integers!(i32),
            (true, 8) => integers!(i64),
            (false, 1) => integers!(u8),
            (false, 2) => integers!(u16),
            (false, 4) => integers!(u32),
            (false, 8) => integers!(u64),
            _ => return None,
        })
    }
}

fn in_buffer(buffer: &Bound<'_, PyMemoryView>, name: &str) -> PyResult<Vec<i64>> {
    let dimensions = buffer.getattr("ndim")?.extract::<usize>()?;
    if dimensions != 1 {
        let message = format!("{name}: one dimension is wanted, not {dimensions}");
        return Err(errors::argument(buffer.py(), message));
    }
    let format = buffer.getattr("format")?.extract::<String>()?;
    let size = buffer.getattr("itemsize")?.extract::<usize>()?;
    let integers = match Format::read(&format, size) {
        Some(format) => {
            let bytes = buffer.call_method0("tobytes")?.cast_into::<PyBytes>()?;
            format.integers(bytes.as_bytes())
        }
        None => None,
    };
    integers.ok_or_else(|| {
        let message = format!("{name}: integers are wanted, not a buffer of format {format:?}");
        PyTypeError::new_err(message)
    })
}
