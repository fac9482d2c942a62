//! What a search remembers: a table that grows up to a size, in which a position may displace another.

use std::collections::TryReserveError;
use std::hash::{Hash, Hasher};

/// Entries of a table in which little is kept.
const FEW: usize = 1 << 8;

#[derive(Clone, Copy)]
struct Entry<K, V> {
    key: K,
    known: V,
}

/// What is known of positions, by their keys. Keys are kept whole, so that what is found is never that
/// of another position.
pub(crate) struct Table<K, V> {
    /// Those in use: a power of two, or none.
    entries: Vec<Option<Entry<K, V>>>,
    /// How many there may be.
    most: usize,
    /// How often something was kept since the table has had this size.
    kept: usize,
}

impl<K: Copy + Eq + Hash, V: Copy> Table<K, V> {
    /// A table of at most so many entries: a power of two, or 0.
    ///
    /// # Errors
    /// When memory does not hold them.
    pub(crate) fn new(most: usize) -> Result<Self, TryReserveError> {
        debug_assert!(most == 0 || most.is_power_of_two());
        let mut table = Self {
            entries: Vec::new(),
            most,
            kept: 0,
        };
        table.entries.try_reserve_exact(most)?;
        table.forget();
        Ok(table)
    }

    /// Begins anew, small: clearing what a short search does not use would take longer than it.
    pub(crate) fn forget(&mut self) {
        self.entries.clear();
        self.entries.resize(FEW.min(self.most), None);
        self.kept = 0;
    }

    #[inline(always)]
    fn slot(&self, key: &K) -> usize {
        let mut hasher = Mixer(0);
        key.hash(&mut hasher);
        hasher.finish() as usize & self.entries.len().wrapping_sub(1)
    }

    #[inline(always)]
    pub(crate) fn find(&self, key: &K) -> Option<V> {
        let entry = self.entries.get(self.slot(key))?.as_ref()?;
        (entry.key == *key).then_some(entry.known)
    }

    /// Keeps what is known of a position, in place of what was there.
    #[inline(always)]
    pub(crate) fn keep(&mut self, key: K, known: V) {
        self.kept += 1;
        if 2 * self.kept > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let slot = self.slot(&key);
        if let Some(entry) = self.entries.get_mut(slot) {
            *entry = Some(Entry { key, known });
        }
    }

    /// Doubles the size. A position stays where it is, or goes as far up as there were entries.
    #[cold]
    fn grow(&mut self) {
        let before = self.entries.len();
        self.entries.resize(2 * before, None);
        self.kept = 0;
        for at in 0..before {
            if let Some(entry) = self.entries[at] {
                let slot = self.slot(&entry.key);
                self.entries.swap(at, slot);
            }
        }
    }
}

/// A hash that costs a multiplication a word.
struct Mixer(u64);

impl Hasher for Mixer {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }
    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
}
