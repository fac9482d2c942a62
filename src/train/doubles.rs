//! Open doubles: the doubles that are the last tile of a train.

/// The trains that end in an open double, in the order in which the doubles were laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenDoubles {
    /// Four bits for each train, the oldest double lowest.
    order: u64,
    len: u8,
    /// Bit `t`: train `t` is one of them.
    trains: u16,
}

impl OpenDoubles {
    pub(super) const NONE: Self = Self {
        order: 0,
        len: 0,
        trains: 0,
    };

    pub(super) fn is_empty(self) -> bool {
        self.trains == 0
    }

    /// The trains, one bit each.
    pub(super) fn trains(self) -> u16 {
        self.trains
    }

    /// The trains, oldest double first.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        (0..self.len).map(move |place| (self.order >> (4 * place) & 15) as u8)
    }

    /// The trains, four bits each, oldest double first, below a one.
    pub(super) fn in_order(self) -> u64 {
        self.order | 1 << (4 * self.len)
    }

    /// The train of the oldest double; there has to be one.
    pub(super) fn oldest(self) -> u8 {
        (self.order & 15) as u8
    }

    /// The train of the newest double; there has to be one.
    pub(super) fn newest(self) -> u8 {
        (self.order >> (4 * (self.len - 1)) & 15) as u8
    }

    /// A double is laid on the train.
    #[inline(always)]
    pub(super) fn push(&mut self, train: u8) {
        self.order |= u64::from(train) << (4 * self.len);
        self.len += 1;
        self.trains |= 1 << train;
    }

    /// Whatever double was open on the train is covered.
    #[inline(always)]
    pub(super) fn cover(&mut self, train: u8) {
        if self.trains >> train & 1 == 1 {
            *self = self.without(|open| open == train);
        }
    }

    /// The others, without the trains of which `gone` says so.
    #[inline(always)]
    pub(super) fn without(self, gone: impl Fn(u8) -> bool) -> Self {
        let mut left = Self::NONE;
        self.iter()
            .filter(|&train| !gone(train))
            .for_each(|train| left.push(train));
        left
    }
}
