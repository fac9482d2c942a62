//! Open doubles: the doubles that are the last tile of a train.

/// More trains than eight seats and the Mexican Train do not exist.
pub(super) const MAX_TRAINS: usize = 9;

/// The trains that end in an open double, oldest double first.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenDoubles {
    trains: [u8; MAX_TRAINS],
    len: u8,
}

impl OpenDoubles {
    pub(super) const NONE: Self = Self {
        trains: [0; MAX_TRAINS],
        len: 0,
    };

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.trains[..usize::from(self.len)]
    }

    /// A double is laid on the train.
    pub(super) fn push(&mut self, train: u8) {
        self.trains[usize::from(self.len)] = train;
        self.len += 1;
    }

    /// Keeps the trains of which `keep` says so, in their order.
    pub(super) fn retain(&mut self, keep: impl Fn(u8) -> bool) {
        let old = *self;
        *self = Self::NONE;
        for &train in old.as_slice() {
            if keep(train) {
                self.push(train);
            }
        }
    }
}
