import Schema
import Web

/// An app's web service that judges tokens.
enum WebValidator {
    /// How long it has, all in all.
    static let timeout = Duration.seconds(5)

    /// The question as a request: the fields of `ValidateRequest` and `time`, signed, with the request's id as
    /// idempotency key.
    ///
    /// - Parameter authorityFile: what its certificate must lead to; nil = the system's authorities.
    /// - Throws: `configurationInvalid` for a definition that cannot be asked.
    static func request(
        _ question: ValidateRequest, _ app: JudgedApp, at now: WallTime, authorityFile: String?
    ) throws(BeaconBusError) -> WebRequest {
        guard let url = app.definition.url else {
            throw .field("validator.url", "is missing", code: .configurationInvalid)
        }
        guard !app.secrets.isEmpty else {
            throw BeaconBusError(
                .configurationInvalid, reason: "app \(app.app) has no key to sign its questions with",
                suggestion: "Make one: beaconctl app rotate-secret \(app.app).")
        }
        let address = try WebAddress(url)
        let body = try body(question, at: now)
        var headers = [
            "Content-Type: application/json",
            "\(ValidatorSignature.header): \(ValidatorSignature.value(body: body, at: now, secrets: app.secrets))",
        ]
        if let request = question.request { headers.append("Idempotency-Key: \(request)") }
        return WebRequest(
            address: address, headers: headers, body: body, policy: try policy(app.definition, address),
            authorityFile: authorityFile, timeout: timeout, group: "app \(app.app)")
    }

    /// Where it may be connected to.
    ///
    /// - Throws: `configurationInvalid` for a network that is none.
    static func policy(
        _ definition: ValidatorDefinition, _ address: WebAddress
    ) throws(BeaconBusError) -> AddressPolicy {
        var networks: [IPNetwork] = []
        for (index, text) in (definition.addresses ?? []).enumerated() {
            guard let network = IPNetwork(text) else {
                throw .field(
                    "validator.addresses[\(index)]", "is not an address or a network such as 203.0.113.0/24",
                    code: .configurationInvalid)
            }
            networks.append(network)
        }
        return AddressPolicy(networks: networks, requiresLoopback: !address.isEncrypted)
    }

    private static func body(_ question: ValidateRequest, at now: WallTime) throws(BeaconBusError) -> [UInt8] {
        guard case .object(var members) = try JSONValue(encoding: question) else { return [] }
        members["time"] = .string(now.description)
        return JSONValue.object(members).bytes
    }
}
