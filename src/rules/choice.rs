//! Parameters that are a choice between names.

/// A parameter whose values are a fixed list of names.
pub trait Choice: Copy + Eq + Sized + 'static {
    /// Every value with its name, in the order of the rules pages.
    const VALUES: &'static [(Self, &'static str)];

    /// The name of this value.
    fn name(self) -> &'static str {
        Self::VALUES
            .iter()
            .find(|(value, _)| *value == self)
            .map_or("", |(_, name)| name)
    }

    /// The value with that name.
    fn from_name(name: &str) -> Option<Self> {
        Self::VALUES
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(value, _)| *value)
    }
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $crate::rules::Choice for $name {
            const VALUES: &'static [(Self, &'static str)] = &[$((Self::$variant, $text)),+];
        }
    )+};
}
pub(crate) use choices;
