import Schema
import ServiceKit

/// Words that the commands about identities share.
enum IdentityText {
    /// A time to the minute, UTC: `2027-02-28 11:04`.
    static func time(_ time: WallTime?) -> String {
        guard let text = time?.description else { return "-" }
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    /// `1 certificate`, `3 certificates`.
    static func certificates(_ count: Int64) -> String {
        "\(count) certificate\(count == 1 ? "" : "s")"
    }

    /// What is known of a client's being cut off: `, cut off within 84 ms`.
    static func cut(_ duration: Int64?) -> String {
        duration.map { ", cut off within \($0) ms" } ?? ""
    }

    /// The warning where the broker has not confirmed that.
    static let unconfirmed =
        "The broker has not confirmed within 5 s that connections were cut: is beacon-gate running? See \"beaconctl status\".\n"

    /// The same for somebody who is to be let in.
    static let unadmitted =
        "The broker has not confirmed within 5 s that it lets it in: is beacon-gate running? See \"beaconctl status\".\n"

    /// How a command ends that lets somebody in: with a warning where the broker has not said that it does.
    static func end(admitting isConfirmed: Bool) -> ExitCode {
        guard !isConfirmed else { return .success }
        StandardStream.error.write(unadmitted)
        return .temporaryFailure
    }

    /// The first 16 digits of a fingerprint, enough to compare by eye.
    static func short(_ fingerprint: String?) -> String {
        fingerprint.map { String($0.prefix(16)) } ?? "-"
    }
}
