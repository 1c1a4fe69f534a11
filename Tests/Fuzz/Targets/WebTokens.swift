import Identity
import Schema

/// JSON Web Tokens. An even first byte: what follows is a token; an odd one: header and payload, with a zero byte between
/// them, which are signed here.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebTokens(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let content = Array(bytes.dropFirst())
    if kind.isMultiple(of: 2) {
        check(String(decoding: content, as: UTF8.self))
    } else {
        let parts = content.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let signed = parts.map { Base64.encodeURL($0) }.joined(separator: ".")
        check("\(signed).\(Base64.encodeURL(HMAC.sha256(key: secret, message: Array(signed.utf8))))")
    }
    return 0
}

private func check(_ token: String) {
    guard let token = try? JSONWebToken(token),
        let claims = try? token.verify(
            algorithm: .hs256, key: .secret(secret), issuer: nil, audience: "beaconbus", leeway: .seconds(60), now: now)
    else { return }
    precondition(claims.exp > now - .seconds(60))
    precondition(claims.iat.map { $0 <= now + .seconds(60) } ?? true)
    precondition((claims.sub?.utf8.count ?? 1) <= 256 && (claims.jti?.utf8.count ?? 1) <= 256)
}

private let secret = SecretBytes(text: "0123456789abcdef0123456789abcdef")
private let now = WallTime(milliseconds: 1_800_000_000_000)
