import Identity
import Schema

/// The signature of a question to a validator on the web, in the header `X-BeaconBus-Signature`:
///
///     t=1764534840,v1=5f0c…,v1=09ab…
///
/// `t` is the time of sending, seconds since 1970. Each `v1` is the lower-case hex of
/// HMAC-SHA256(key, t + "." + body), with `t` as written, the body's bytes as sent, and as key the bytes that the
/// app's secret (base64) stands for. While the secret is being changed there are two, the newer one's first; a validator
/// accepts if one of them is its own, and should refuse times that are more than five minutes away.
enum ValidatorSignature {
    static let header = "X-BeaconBus-Signature"

    /// The header's value.
    static func value(body: [UInt8], at time: WallTime, secrets: [SecretBytes]) -> String {
        let seconds = String(time.milliseconds / 1_000)
        let message = Array("\(seconds).".utf8) + body
        let parts = secrets.map { "v1=" + HexText.encode(HMAC.sha256(key: $0, message: message)) }
        return (["t=\(seconds)"] + parts).joined(separator: ",")
    }
}
