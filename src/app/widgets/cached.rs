//! What is costly to make is made again only when what it is made from changes.

/// The last thing made, and what it was made from.
#[derive(Debug)]
pub(crate) struct Cached<K, T>(Option<(K, T)>);

impl<K, T> Default for Cached<K, T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, T> Cached<K, T> {
    /// The thing made from `key`.
    pub(crate) fn get(&mut self, key: K, make: impl FnOnce() -> T) -> &T {
        let current = self.0.take().filter(|(made_from, _)| *made_from == key);
        &self.0.insert(current.unwrap_or_else(|| (key, make()))).1
    }

    /// What the last thing was made from, if any was.
    pub(crate) fn last_key(&self) -> Option<&K> {
        Some(&self.0.as_ref()?.0)
    }

    /// The last thing made, if any was.
    pub(crate) fn last(&self) -> Option<&T> {
        Some(&self.0.as_ref()?.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_made_again_only_when_its_key_changes() {
        let mut made = 0;
        let mut cached = Cached::default();
        for key in [1, 1, 2, 2, 1] {
            let thing = *cached.get(key, || {
                made += 1;
                10 * key
            });
            assert_eq!(thing, 10 * key);
        }
        assert_eq!(made, 3);
        assert_eq!(cached.last(), Some(&10));
    }
}
