//! Tables of counters.

/// Declares a table of counters: a row is a name with its meaning, and becomes a field of the struct and a row of `rows`, so that a
/// counter that is declared is also told.
#[macro_export]
macro_rules! counters {
    ($(#[doc = $about:literal])* $vis:vis $table:ident { $($(#[doc = $doc:literal])+ $name:ident;)* }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        $vis struct $table {
            $($(#[doc = $doc])+ $vis $name: u64,)*
        }

        impl $table {
            /// Name, meaning and value of every counter, in the table's order.
            $vis fn rows(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
                [$((stringify!($name), concat!($($doc),+), self.$name)),*].into_iter()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    counters! {
        /// Two counters.
        Two {
            /// The first.
            first;
            /// The second.
            second;
        }
    }

    #[test]
    fn every_counter_is_a_row() {
        let two = Two { second: 3, ..Two::default() };
        let rows: Vec<_> = two.rows().collect();
        assert_eq!(rows, [("first", " The first.", 0), ("second", " The second.", 3)]);
    }
}
