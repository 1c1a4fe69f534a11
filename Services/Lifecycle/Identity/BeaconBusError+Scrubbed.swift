import Schema

extension BeaconBusError {
    /// The same without any of these texts: whoever refuses a token may quote it, and an error is published (D13).
    func scrubbed(of secrets: [String]) -> BeaconBusError {
        let secrets = secrets.filter { $0.utf8.count >= Self.leastSecret }
        guard !secrets.isEmpty else { return self }
        func clean(_ text: String) -> String {
            secrets.reduce(text) { text, secret in Self.replace(secret, in: text) }
        }
        return BeaconBusError(
            code, clean(description), reason: clean(reason), suggestion: clean(suggestion), retryable: retryable,
            causes: causes.map { $0.scrubbed(of: secrets) })
    }

    /// Shorter ones are part of ordinary words, and no secrets.
    private static let leastSecret = 4

    private static func replace(_ secret: String, in text: String) -> String {
        let (bytes, pattern) = (Array(text.utf8), Array(secret.utf8))
        guard bytes.count >= pattern.count else { return text }
        var result: [UInt8] = []
        var index = 0
        var found = false
        while index < bytes.count {
            if index + pattern.count <= bytes.count, bytes[index] == pattern[0],
                bytes[index..<index + pattern.count].elementsEqual(pattern)
            {
                result += Array("…".utf8)
                index += pattern.count
                found = true
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return found ? String(decoding: result, as: UTF8.self) : text
    }
}
