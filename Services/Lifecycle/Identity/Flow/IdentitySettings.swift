import Schema

/// How a node comes by its certificates.
struct IdentitySettings: Sendable {
    /// Whether the node manages its own; without it its identity is always ready.
    var isManaged = false
    var policy: RunPolicy = .manual
    /// Who is asked first, by name; the words `file` and `command` stand for the local kinds. The others follow in
    /// their own order.
    var order: [ObserverID] = []
    /// Whether a token file and a token command are configured.
    var hasFile = false
    var hasCommand = false
    /// How long renewals may follow from one token (D5).
    var maximumChainAge: Duration = .seconds(365 * 86_400)
    var limits = IdentityLimits()

    init() {}
}
