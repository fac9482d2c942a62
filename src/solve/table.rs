//! What a search remembers: a table of fixed size, in which a position may displace another.

use std::collections::TryReserveError;
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy)]
struct Entry<K, V> {
    key: K,
    known: V,
    /// The search that it belongs to.
    generation: u32,
}

/// What is known of positions, by their keys. Keys are kept whole, so that what is found is never that
/// of another position.
pub(crate) struct Table<K, V> {
    entries: Vec<Option<Entry<K, V>>>,
    generation: u32,
}

impl<K: Copy + Eq + Hash, V: Copy> Table<K, V> {
    /// A table of so many entries: a power of two, or 0.
    ///
    /// # Errors
    /// When memory does not hold them.
    pub(crate) fn new(entries: usize) -> Result<Self, TryReserveError> {
        debug_assert!(entries == 0 || entries.is_power_of_two());
        let mut table = Vec::new();
        table.try_reserve_exact(entries)?;
        table.resize(entries, None);
        Ok(Self {
            entries: table,
            generation: 0,
        })
    }

    /// Begins anew.
    pub(crate) fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            // Entries of this number may have lain here since it was used before.
            self.entries.fill(None);
        }
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
        (entry.generation == self.generation && entry.key == *key).then_some(entry.known)
    }

    /// Keeps what is known of a position, in place of what was there.
    #[inline(always)]
    pub(crate) fn keep(&mut self, key: K, known: V) {
        let slot = self.slot(&key);
        let generation = self.generation;
        if let Some(entry) = self.entries.get_mut(slot) {
            *entry = Some(Entry {
                key,
                known,
                generation,
            });
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
