import Schema

/// The spans and bounds of the identity steps.
struct IdentityLimits: Sendable {
    /// How long each source may take to answer the token question (D1).
    var question: Duration = .seconds(5)
    /// How long the first connection under an identity may take.
    var connect: Duration = .seconds(10)
    /// How long after connecting it takes until the retained registrations are taken to be in.
    var registrations: Duration = .milliseconds(500)
    /// How long after connecting nobody's answer is final.
    var conclusion: Duration = .seconds(2)
    /// How long the authority may take to answer: its validator's 5 s and its own.
    var request: Duration = .seconds(6)
    /// The first wait before a request is repeated; doubled each time.
    var pause: Duration = .milliseconds(500)
    /// How often the authority is asked while it says that it cannot now.
    var tries = 3
    /// How often an unanswered request is sent while the old pair still serves (D3).
    var triesWhenDue = 2
    /// How old a stored request may be to be repeated; what was issued for an older one is revoked (never activated).
    var pendingAge: Duration = .seconds(3_000)
    /// How long the new pair may take to be accepted.
    var change: Duration = .seconds(10)
    /// The waits before activation is repeated.
    var activationFirst: Duration = .seconds(2)
    var activationGreatest: Duration = .seconds(300)
    /// The first and the greatest wait after a renewal that failed; at most a tenth of what is left of the life.
    var renewalFirst: Duration = .seconds(30)
    var renewalGreatest: Duration = .seconds(3_600)
    /// After how long a cause that shows no sign of its own may have gone.
    var patience: Duration = .seconds(60)
    /// By how much a clock may differ from the authority's before that is worth a word.
    var clockTolerance: Duration = ClockCheck.greatestSkew
}
