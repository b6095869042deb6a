//! What a joined state and its shadows do not agree in: a mistake of Braid.

/// What a joined state and its shadows do not agree in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Disagreement {
    /// The joined state takes a side that none of its shadows can take.
    #[error("the joined state takes a side that no shadow can take: {condition}")]
    Invented {
        /// When it takes that side.
        condition: String,
    },
    /// The joined state goes on, and none of its shadows does.
    #[error("the joined state goes on, and no shadow does")]
    Alone,
    /// A shadow has inputs that no side of the joined state takes in.
    #[error("{shadow} has inputs that no side of the joined state takes in: {condition}")]
    Lost {
        /// Which.
        shadow: String,
        /// When the joined state goes on.
        condition: String,
    },
    /// A shadow went another way.
    #[error("{shadow} went another way than the joined state: it stands at {stands}")]
    Elsewhere {
        /// Which.
        shadow: String,
        /// Where.
        stands: String,
    },
    /// A shadow ended in another way, or one of them goes on.
    #[error("{shadow} {does}, and the joined state {joined}")]
    Ends {
        /// Which.
        shadow: String,
        /// What becomes of it.
        does: String,
        /// What becomes of the joined state.
        joined: String,
    },
    /// Something that holds in the joined state does not hold in a shadow.
    #[error("{shadow} has inputs for which {what} of the joined state does not hold: {condition}")]
    Differs {
        /// Which.
        shadow: String,
        /// What should hold.
        what: &'static str,
        /// When it does.
        condition: String,
    },
}
