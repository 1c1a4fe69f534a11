import Identity
import Schema
import ServiceKit
import Web

/// Where a cfssl server is, and how it is asked.
struct CFSSLSettings: Sendable {
    /// Its address; `/api/v1/cfssl/authsign` is added.
    let address: WebAddress
    /// Its signing profile.
    let profile: String
    /// The profile's authentication key.
    let key: SecretBytes
    /// What its own certificate must lead to; nil = the system's authorities.
    let authorityFile: String?

    /// - Throws: `ConfigurationError` naming the keys.
    init(_ configuration: Configuration) throws {
        guard let text = configuration[SigningKeys.address] else {
            throw ConfigurationError(problems: ["authority.cfssl.address is missing, and authority.signer is cfssl."])
        }
        guard let file = configuration[SigningKeys.keyFile] else {
            throw ConfigurationError(problems: ["authority.cfssl.keyFile is missing, and authority.signer is cfssl."])
        }
        let secret: Secret
        do throws(Secret.Problem) {
            secret = try Secret(file: file)
        } catch {
            throw ConfigurationError(problems: ["authority.cfssl.keyFile: \(error.description)"])
        }
        guard let key = Self.key(secret.bytes) else {
            throw ConfigurationError(problems: [
                "authority.cfssl.keyFile has to hold the key of the profile as 32 to 128 hexadecimal digits."
            ])
        }
        do throws(BeaconBusError) {
            address = try WebAddress(text.hasSuffix("/") ? String(text.dropLast()) : text)
        } catch {
            throw ConfigurationError(problems: ["authority.cfssl.address: \(error.reason). \(error.suggestion)"])
        }
        self.key = key
        profile = configuration[SigningKeys.profile]
        authorityFile = configuration[SigningKeys.authorityFile]
    }

    /// For tests and for what is configured otherwise.
    init(address: WebAddress, profile: String, key: SecretBytes, authorityFile: String?) {
        self.address = address
        self.profile = profile
        self.key = key
        self.authorityFile = authorityFile
    }

    private static func key(_ text: [UInt8]) -> SecretBytes? {
        guard (32...128).contains(text.count),
            let bytes = HexText.decode(String(decoding: text, as: UTF8.self).lowercased())
        else { return nil }
        return SecretBytes(bytes)
    }
}
