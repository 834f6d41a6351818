//! What came after a signature: every later save graded object by object. Nothing is taken for harmless because it is
//! small; each object that a save wrote must be explained by what it is for and by how it changed.

mod alteration;
mod annotations;
mod compare;
mod fields;
mod filled;
mod overlay;
mod permission;
mod rules;
mod save;
mod security_store;
mod tail;
mod uses;
mod xmp;

pub use alteration::{Alteration, Level, MemberChange};
pub use compare::Finding;
pub use filled::{Contradiction, differ as numbers_differ};
pub use overlay::{Overlay, OverlayKind};
pub use permission::{FieldLock, LockedFields, Permission, PermissionSource, Restrictions};
pub use save::{Change, ChangeKind, History, LaterSave, against_signed};
pub use tail::{TailFault, unexplained};
pub use uses::{Use, is_signature};
