import Schema

/// How a node that manages its certificates itself comes by them.
struct IdentitySettings: Sendable {
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
