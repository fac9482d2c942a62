//! What is written: refusals in words, snapshots, counts, records, and the line protocol. Tiles and actions
//! themselves are read with `parse` and written with `to_string`.

mod divide;
mod protocol;
mod record;
mod refusal;
mod snapshot;

pub use divide::divide;
pub use protocol::Session;
pub use record::{RecordError, RecordFault, round_record};
#[cfg(feature = "python")]
pub(crate) use refusal::brief;
pub use refusal::{Refusal, play, play_match, refusal};
pub use snapshot::{legal, result, snapshot};
