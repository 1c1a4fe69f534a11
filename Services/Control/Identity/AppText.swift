import Schema
import ServiceKit

/// Apps in words.
enum AppText {
    static func table(_ apps: [AppEntry]) -> String {
        guard !apps.isEmpty else { return "There are no apps yet. See \"beaconctl app add\".\n" }
        var table = TextTable("APP", "STATE", "VALIDATOR", "LIFE", "NODES")
        for app in apps {
            table.add(
                "\(app.app)", app.enabled ? "enabled" : "disabled", validator(app.validator),
                app.life.map { DurationText.text(.milliseconds($0)) } ?? "-", "\(app.nodes)")
        }
        return table.text
    }

    static func validator(_ definition: ValidatorDefinition) -> String {
        var parts = [definition.kind.rawValue]
        if let url = definition.url { parts.append(url) }
        if let addresses = definition.addresses, !addresses.isEmpty { parts.append(addresses.joined(separator: ",")) }
        if let client = definition.client { parts.append("\(client)") }
        if let algorithm = definition.algorithm { parts.append(algorithm.rawValue) }
        if let issuer = definition.issuer { parts.append("iss \(issuer)") }
        if let audience = definition.audience { parts.append("aud \(audience)") }
        return parts.joined(separator: " ")
    }

    /// The warning where the broker has not confirmed who may judge tokens now.
    static let unconfirmed = """
        The broker has not confirmed within 5 s who may judge its tokens now: is beacon-gate running? See "beaconctl \
        status".

        """

    /// What became of an app; its new secret, if there is one, on a line of its own.
    static func change(_ reply: AppChangeReply) -> String {
        let entry = reply.entry
        let text = "\(entry.app): \(entry.enabled ? "enabled" : "disabled"), \(validator(entry.validator))"
        let advice = reply.advice.map { Printable.text($0, limit: 2_048) + "\n" } ?? ""
        let head = Printable.text(text, limit: 200) + "\n" + advice
        guard let secret = reply.secret else { return head }
        return head + "The key its questions are signed with (HMAC-SHA256, base64), shown this once:\n\(secret)\n"
    }
}
