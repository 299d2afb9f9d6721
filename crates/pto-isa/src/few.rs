//! A map of few keys: a list in their order.
//!
//! For what there are tens of, such as pipes, events and terms. A tree is compiled for every kind of entry, 8 KB each time; a list that is
//! searched by halves takes a tenth of that and copies faster. Entries are moved when one comes between them.

use std::iter::Map;
use std::ops::Index;
use std::slice::Iter;

/// Entries in the order of their keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FewMap<K, V>(Vec<(K, V)>);

/// What entries are looked at as, one after another.
type Seen<'a, K, V, T> = Map<Iter<'a, (K, V)>, fn(&'a (K, V)) -> T>;

impl<K, V> Default for FewMap<K, V> {
    fn default() -> FewMap<K, V> {
        FewMap(Vec::new())
    }
}

impl<K, V> FewMap<K, V> {
    /// None yet.
    pub const fn new() -> FewMap<K, V> {
        FewMap(Vec::new())
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// All of them.
    pub fn iter(&self) -> Seen<'_, K, V, (&K, &V)> {
        self.0.iter().map(|(k, v)| (k, v))
    }
    /// All of them, to change the values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(k, v)| (&*k, v))
    }
    /// All keys.
    pub fn keys(&self) -> Seen<'_, K, V, &K> {
        self.0.iter().map(|e| &e.0)
    }
    /// All values.
    pub fn values(&self) -> Seen<'_, K, V, &V> {
        self.0.iter().map(|e| &e.1)
    }
    /// All values, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|e| &mut e.1)
    }
    /// All values.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|e| e.1)
    }
    /// Removes those that are not to be kept.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(k, v)| keep(k, v));
    }
    /// Removes all of them.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<K: Ord, V> FewMap<K, V> {
    fn place(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|e| e.0.cmp(key))
    }
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.place(key).ok().map(|i| &self.0[i].1)
    }
    /// The value of a key, to change it.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.place(key).ok().map(|i| &mut self.0[i].1)
    }
    /// Whether there is such a key.
    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_ok()
    }
    /// Gives a key a value; the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(i) => Some(std::mem::replace(&mut self.0[i].1, value)),
            Err(i) => {
                self.0.insert(i, (key, value));
                None
            }
        }
    }
    /// Removes a key; the value that it had.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.place(key).ok().map(|i| self.0.remove(i).1)
    }
    /// The value of a key, which is this one if it has none.
    pub fn get_or_insert(&mut self, key: K, value: V) -> &mut V {
        let i = match self.place(&key) {
            Ok(i) => i,
            Err(i) => {
                self.0.insert(i, (key, value));
                i
            }
        };
        &mut self.0[i].1
    }
    /// The value of a key, which is the usual one if it has none.
    pub fn get_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.get_or_insert(key, V::default())
    }
}

impl<K: Ord, V> Index<&K> for FewMap<K, V> {
    type Output = V;
    fn index(&self, key: &K) -> &V {
        self.get(key).expect("the key is there")
    }
}

impl<K, V> IntoIterator for FewMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a FewMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Seen<'a, K, V, (&'a K, &'a V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for FewMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> FewMap<K, V> {
        let mut map = FewMap::new();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::FewMap;
    use std::collections::BTreeMap;

    /// Random changes leave what they leave in a tree.
    #[test]
    fn is_a_map() {
        let (mut few, mut tree) = (FewMap::new(), BTreeMap::new());
        let mut state = 1u32;
        for step in 0..5000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = state >> 27;
            match state >> 8 & 7 {
                0 | 1 => assert_eq!(few.remove(&key), tree.remove(&key)),
                2 | 3 => assert_eq!(few.insert(key, step), tree.insert(key, step)),
                4 => *few.get_or_default(key) += 1,
                5 => *few.get_or_insert(key, 7) += 1,
                6 if key == 0 => {
                    few.retain(|k, v| (*k + *v as u32).is_multiple_of(2));
                    tree.retain(|k, v| (*k + *v as u32).is_multiple_of(2));
                }
                _ => assert_eq!(few.get(&key), tree.get(&key)),
            }
            match state >> 8 & 7 {
                4 => *tree.entry(key).or_default() += 1,
                5 => *tree.entry(key).or_insert(7) += 1,
                _ => {}
            }
            assert!(few.iter().eq(tree.iter()));
        }
        let again: FewMap<u32, i32> = few.clone().into_iter().rev().collect();
        assert_eq!(few, again);
    }
}
