import Schema

/// Whether a machine that asks may be let in by an operator's word. Pure.
enum Approval {
    /// So many digits of a fingerprint are enough to tell keys apart: nobody makes a key to 64 given bits of it.
    static let shortest = 16

    /// - Parameters:
    ///   - fingerprint: what the operator says the key is, at least ``shortest`` digits of it.
    ///   - hadKey: whether the node had certificates before; then its name alone lets nobody in.
    /// - Throws: `commandInvalid` where the fingerprint is none, or is needed and missing; `nodeBound` where it is another
    ///   key's, or nobody asks.
    static func check(_ record: NodeRecord, fingerprint: String?, hadKey: Bool) throws(BeaconBusError) {
        let node = record.node
        if let fingerprint {
            let wanted = fingerprint.lowercased()
            guard (shortest...64).contains(wanted.utf8.count), wanted.utf8.allSatisfy(isDigit) else {
                throw .field("fingerprint", "is not \(shortest) to 64 hex digits", code: .commandInvalid)
            }
            guard let key = record.askingKey else { throw nobody(node) }
            guard key.hasPrefix(wanted) else {
                throw BeaconBusError(
                    .nodeBound, reason: "\(node) asks with the key \(key)",
                    suggestion: "Compare with what the machine itself shows; it may be another one.")
            }
            return
        }
        guard hadKey else { return }
        guard record.askingKey != nil else { throw nobody(node) }
        throw BeaconBusError(
            .commandInvalid,
            reason: "\(node) had certificates before, and whoever asks now may be another machine under its name",
            suggestion: "Say which key: --fingerprint HEX, as the machine itself shows it in its log.", retryable: false
        )
    }

    private static func nobody(_ node: NodeID) -> BeaconBusError {
        BeaconBusError(
            .nodeBound, reason: "nobody asks as \(node) with a key of its own",
            suggestion: "Announce it, and put the new bundle onto the machine: beaconctl node add \(node).")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
