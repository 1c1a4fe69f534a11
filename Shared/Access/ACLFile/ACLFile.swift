public import Schema

/// mosquitto's plain file of rights (`acl_file`): the variant for a broker without the dynamic-security plugin.
///
/// It cannot end a session, and the broker grants every subscription and filters only what it delivers: a client whose
/// rights are gone stays connected, deaf and mute.
public enum ACLFile {
    /// Everything a site's document allows, one section for each identity, the gate included.
    public static func text(_ document: AccessDocument, in roots: Roots) -> String {
        var text = ""
        let gate = DynamicSecurity.gate(of: document.site)
        var identities = document.identities.filter { $0.client != gate }
        // Without the plugin there is nothing for the gate to steer by messages.
        identities.append(AccessIdentity(client: gate))
        for identity in identities.sorted(by: { $0.client < $1.client }) {
            text += "user \(identity.client)\n"
            for grant in Rights.grants(for: identity, in: roots) where !grant.filter.hasPrefix("$") {
                text += "topic \(grant.verb == .publish ? "write" : "read") \(grant.filter)\n"
            }
            text += "\n"
        }
        return text
    }

    /// An existing file with the sections of one site replaced; what it says of others is kept as it stands.
    public static func replacing(_ existing: String, _ document: AccessDocument, in roots: Roots) -> String {
        var kept = ""
        var isOurs = false
        for line in existing.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.first == "user" {
                isOurs = words.count == 2 && ClientID(String(words[1]))?.site == document.site
            }
            if !isOurs { kept += "\(line)\n" }
        }
        while kept.hasSuffix("\n\n") || kept == "\n" { kept.removeLast() }
        return kept + (kept.isEmpty ? "" : "\n") + text(document, in: roots)
    }
}
