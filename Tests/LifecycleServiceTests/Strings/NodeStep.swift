import Support

/// One letter of an event string: what happens, and a number that says which of several.
struct NodeStep: Hashable, CustomStringConvertible {
    enum Kind: UInt8, CaseIterable {
        case start, stop, startByOrder, stopByOrder
        case connected, unreachable, cut, refusedExpired, refusedRevoked, refusedInvalid
        case token, null, silent, unsent
        case issued, refused, unable, unanswered, sendFailed
        case installed, installFailed
        case activated, activationUnanswered, activationRefused
        case scanning, scanFailed, halted, lost, announced, unsupported
        case recovered, tokenFile, observer, observerGone, observerRemoved, authority, bundle
        case moment, seconds, half, days
        case restart
        case lateToken, lateReply, lateInstalled, lateScanning, lateHalted, lateIdentity
    }

    var kind: Kind
    var parameter: UInt8

    var description: String { "\(kind)" + (parameter == 0 ? "" : ".\(parameter)") }

    /// What a node sees when nothing goes wrong, so that strings get far.
    private static let healthy: [Kind] = [
        .start, .connected, .token, .issued, .installed, .activated, .scanning, .announced, .observer, .seconds, .days,
        .stop, .halted, .connected, .moment,
    ]

    static func random(using generator: inout SeededGenerator) -> NodeStep {
        let word = generator.next()
        let parameter = UInt8(truncatingIfNeeded: word >> 48)
        let index = Int((word >> 8) & 0xffff)
        // Two of three steps are healthy ones.
        if word & 0xff < 170 { return NodeStep(kind: healthy[index % healthy.count], parameter: parameter) }
        return NodeStep(kind: Kind(rawValue: UInt8(index % Kind.allCases.count))!, parameter: parameter)
    }
}
