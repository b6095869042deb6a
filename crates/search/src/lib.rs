//! Exploration orders: which state is run next.
