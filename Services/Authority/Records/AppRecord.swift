import Identity
import Schema

/// An app, its way of judging tokens, and the keys its questions are signed with.
struct AppRecord: Sendable {
    let app: AppID
    var validator: ValidatorDefinition
    var isEnabled = true
    /// Greatest life of a certificate.
    var life: Duration?
    /// http: the key questions are signed with.
    var secret: SecretBytes?
    /// http: the key before it, and how long it is still used beside.
    var oldSecret: SecretBytes?
    var oldSecretUntil: WallTime?

    init(app: AppID, validator: ValidatorDefinition) {
        self.app = app
        self.validator = validator
    }

    /// mqtt: the only one that may judge its tokens.
    var judge: ClientID? { validator.kind == .mqtt ? validator.client : nil }

    /// The keys to sign with now, the newest first.
    func secrets(_ now: WallTime) -> [SecretBytes] {
        let old = oldSecretUntil.map { now < $0 } ?? false ? oldSecret : nil
        return [secret, old].compactMap(\.self)
    }

    /// What may be shown of it.
    func entry(nodes: Int64) -> AppEntry {
        var shown = validator
        // The shared secret of HS256 stays here; a public key may be seen.
        if shown.algorithm == .hs256 { shown.key = nil }
        return AppEntry(
            app: app, validator: shown, enabled: isEnabled, life: life?.saturatedMilliseconds, nodes: nodes)
    }
}
