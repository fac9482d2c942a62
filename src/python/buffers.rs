//! Columns of numbers that Python looks at where they lie. One of the two modules with unsafe code.
//!
//! A column hands the address of its numbers to whoever asks for its buffer, and keeps alive what they
//! belong to. It never reads or writes through that address itself: its numbers are either never changed
//! again, or written through [`Rewritten`], which owns them.

#![allow(unsafe_code)]

use std::any::Any;
use std::collections::TryReserveError;
use std::ffi::{CStr, c_int, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// A number as buffers hold it: any bits are one.
pub(super) trait Number: Copy + Default + Send + Sync + 'static {
    /// As the module `struct` writes it.
    const FORMAT: &'static CStr;
}

macro_rules! numbers {
    ($($number:ty = $format:literal),+) => {
        $(impl Number for $number {
            const FORMAT: &'static CStr = $format;
        })+
    };
}

numbers!(
    i8 = c"b",
    u8 = c"B",
    i16 = c"h",
    u16 = c"H",
    i32 = c"i",
    u32 = c"I",
    u64 = c"Q"
);

/// How numbers are laid out: so many, or so many rows of so many.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Numbers(usize),
    Rows(usize, usize),
}

/// Numbers of one format in one or two dimensions, read-only, row after row.
#[pyclass(frozen, module = "bonepile")]
pub(super) struct Column {
    numbers: NonNull<c_void>,
    format: &'static CStr,
    number_size: isize,
    /// One or two.
    dimensions: u8,
    /// The first `dimensions` of them, and of the strides.
    shape: [isize; 2],
    strides: [isize; 2],
    /// What the numbers belong to.
    _owner: Arc<dyn Any + Send + Sync>,
}

// SAFETY: the address is only handed on, the owner is Send and Sync, the rest is plain numbers.
unsafe impl Send for Column {}
// SAFETY: as for Send.
unsafe impl Sync for Column {}

impl Column {
    /// The numbers that `part` finds in their owner, which nobody changes any more.
    pub(super) fn of<O: Send + Sync + 'static, T: Number>(
        owner: &Arc<O>,
        part: impl for<'a> FnOnce(&'a O) -> &'a [T],
        shape: Shape,
    ) -> Self {
        let numbers = NonNull::from(part(owner));
        Self::at(numbers, shape, Arc::clone(owner) as _)
    }

    /// The owner keeps the numbers where they are for as long as it lives.
    fn at<T: Number>(
        numbers: NonNull<[T]>,
        shape: Shape,
        owner: Arc<dyn Any + Send + Sync>,
    ) -> Self {
        let (rows, width, dimensions) = match shape {
            Shape::Numbers(rows) => (rows, 1, 1),
            Shape::Rows(rows, width) => (rows, width, 2),
        };
        assert_eq!(rows.checked_mul(width), Some(numbers.len()));
        let number_size = size_of::<T>().cast_signed();
        let (rows, width) = (rows.cast_signed(), width.cast_signed());
        Self {
            numbers: numbers.cast(),
            format: T::FORMAT,
            number_size,
            dimensions,
            shape: [rows, width],
            strides: [width * number_size, number_size],
            _owner: owner,
        }
    }

    /// The column as Python sees it.
    pub(super) fn view(self, py: Python<'_>) -> PyResult<Bound<'_, PyMemoryView>> {
        PyMemoryView::from(Bound::new(py, self)?.as_any())
    }

    /// Why a column cannot be had in that way.
    fn refusal(&self, flags: c_int) -> Option<&'static str> {
        let asks_for = |what| flags & what == what;
        if asks_for(ffi::PyBUF_WRITABLE) {
            Some("the numbers are read-only")
        } else if self.dimensions == 2 && asks_for(ffi::PyBUF_F_CONTIGUOUS) {
            Some("the numbers lie row after row")
        } else {
            None
        }
    }
}

#[pymethods]
impl Column {
    /// # Safety
    /// `view` is null, or points to a view to fill.
    unsafe fn __getbuffer__(
        column: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        // SAFETY: as the caller promises.
        let Some(view) = (unsafe { view.as_mut() }) else {
            return Err(PyBufferError::new_err("there is no view to fill"));
        };
        view.obj = ptr::null_mut();
        let this = column.get();
        if let Some(refusal) = this.refusal(flags) {
            return Err(PyBufferError::new_err(refusal));
        }
        let asks_for = |what| flags & what == what;
        let or_null = |asked, numbers: &[isize; 2]| {
            if asked {
                numbers.as_ptr().cast_mut()
            } else {
                ptr::null_mut()
            }
        };
        // The view is read-only, so nobody writes through pointers that are not to be written through.
        // What they point to lies in the column, which the view keeps alive, or in what that keeps
        // alive; a frozen object does not move or change.
        view.buf = this.numbers.as_ptr();
        view.len = this.shape[..this.dimensions.into()]
            .iter()
            .product::<isize>()
            * this.number_size;
        view.itemsize = this.number_size;
        view.readonly = 1;
        // Whoever does not ask for dimensions takes the numbers as one row.
        let shaped = asks_for(ffi::PyBUF_ND);
        view.ndim = if shaped { this.dimensions.into() } else { 1 };
        view.format = if asks_for(ffi::PyBUF_FORMAT) {
            this.format.as_ptr().cast_mut()
        } else {
            ptr::null_mut()
        };
        view.shape = or_null(shaped, &this.shape);
        view.strides = or_null(asks_for(ffi::PyBUF_STRIDES), &this.strides);
        view.suboffsets = ptr::null_mut();
        view.internal = ptr::null_mut();
        view.obj = column.into_ptr();
        Ok(())
    }
}

/// Memory for numbers that stay where they are.
struct Memory<T>(NonNull<[T]>);

// SAFETY: the memory is owned, and reached through `Rewritten` only, which owns or borrows it.
unsafe impl<T: Send> Send for Memory<T> {}
// SAFETY: as for Send; a shared `Memory` gives nothing but its address.
unsafe impl<T: Sync> Sync for Memory<T> {}

impl<T> Drop for Memory<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer is that of a leaked box, and this is the end of its only owner.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// Numbers that Rust writes anew, again and again, and columns show.
pub(super) struct Rewritten<T>(Arc<Memory<T>>);

impl<T: Number> Rewritten<T> {
    /// That many zeros.
    pub(super) fn zeros(length: usize) -> Result<Self, TryReserveError> {
        let mut zeros = Vec::new();
        zeros.try_reserve_exact(length)?;
        zeros.resize(length, T::default());
        let zeros = Box::leak(zeros.into_boxed_slice());
        Ok(Self(Arc::new(Memory(NonNull::from(zeros)))))
    }

    /// The numbers, to be written. Whoever holds a column reads them while attached to the interpreter, or
    /// takes care himself; so does this.
    pub(super) fn numbers<'a>(&'a mut self, _py: Python<'a>) -> &'a mut [T] {
        // SAFETY: the memory lives as long as `self`; a `Rewritten` has no clone, so that the mutable
        // borrow makes this the only reference to it. Columns hold the address that the reference is
        // made from, and make no reference themselves.
        unsafe { &mut *self.0.0.as_ptr() }
    }

    /// The numbers as a column, which shows what is written later, too.
    pub(super) fn column(&self, shape: Shape) -> Column {
        Column::at(self.0.0, shape, Arc::clone(&self.0) as _)
    }
}
