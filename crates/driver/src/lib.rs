//! The engine put together: options, budgets, the loop, and what is written.
