//! Something shared, told apart by which it is.

use std::sync::Arc;

/// Something shared, equal only to itself: cheaper to compare than what it holds. While it is held nothing else gets its address.
#[derive(Clone, Debug)]
pub(crate) struct Same<T>(pub(crate) Arc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_once_another_is_let_go_is_not_taken_for_it() {
        let first = Arc::new(7);
        let held = Same(Arc::clone(&first));
        drop(first);
        assert_ne!(held, Same(Arc::new(7)));
        assert_eq!(held, held.clone());
    }
}
