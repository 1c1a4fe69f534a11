import Identity
import Schema
import Web

extension ValidatorDefinition {
    /// Whether it can be asked.
    ///
    /// - Throws: `configurationInvalid` naming the field.
    func check() throws(BeaconBusError) {
        var given: [String: Bool] = [
            "url": url != nil, "addresses": addresses != nil, "client": client != nil, "algorithm": algorithm != nil,
            "key": key != nil, "issuer": issuer != nil, "audience": audience != nil, "leeway": leeway != nil,
        ]
        for field in fields { given[field] = nil }
        // A field of another kind would be believed to count.
        if let field = given.filter(\.value).keys.min() {
            throw .field("validator.\(field)", "has no meaning for kind \(kind.rawValue)", code: .configurationInvalid)
        }
        switch kind {
        case .http: try checkWeb()
        case .jwt:
            let parts = try SignedTokens.parts(self)
            _ = try VerificationKey(parts.algorithm, text: parts.key)
        case .mqtt: try checkClient()
        case .file: break
        }
    }

    /// As it is kept: a key is written in one way only.
    ///
    /// - Throws: what ``check()`` throws.
    func checked() throws(BeaconBusError) -> ValidatorDefinition {
        try check()
        guard kind == .jwt, let algorithm, let key else { return self }
        var kept = self
        kept.key = try VerificationKey(algorithm, text: key).canonicalText
        return kept
    }

    private func checkClient() throws(BeaconBusError) {
        guard let client else {
            throw .field("validator.client", "is missing: who judges the tokens", code: .configurationInvalid)
        }
        guard client.kind == .observer else {
            throw .field(
                "validator.client", "is \(client); only observers (obs.…) judge tokens", code: .configurationInvalid)
        }
    }

    private var fields: [String] {
        switch kind {
        case .http: ["url", "addresses"]
        case .mqtt: ["client"]
        case .jwt: ["algorithm", "key", "issuer", "audience", "leeway"]
        case .file: []
        }
    }

    private func checkWeb() throws(BeaconBusError) {
        guard let url else { throw .field("validator.url", "is missing", code: .configurationInvalid) }
        let address = try WebAddress(url)
        let policy = try WebValidator.policy(self, address)
        guard !address.isEncrypted else { return }
        let loopback = ["127.0.0.1", "::1"].compactMap { IPAddress($0) }
        let isLocal = IPAddress(address.host).map { AddressPolicy.isLoopback($0) } ?? (address.host == "localhost")
        guard isLocal else {
            throw .field("validator.url", "is http to another machine; use https", code: .configurationInvalid)
        }
        guard loopback.contains(where: { policy.refusal(of: $0) == nil }) else {
            throw .field(
                "validator.addresses", "has to list this machine's address (127.0.0.1) for http",
                code: .configurationInvalid)
        }
    }
}
