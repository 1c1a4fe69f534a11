/// An activation inside the ledger: the row of its (node, journal) and its counter there.
struct ActivationKey: Hashable, Sendable {
    let stream: Int64
    let counter: Int64
}
