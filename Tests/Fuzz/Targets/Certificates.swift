import Schema

@testable import Identity

/// Certificates, keys, revocation lists and bundles. The first byte chooses which, and whether what follows is PEM or DER.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCertificates(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let content = Array(bytes.dropFirst())
    let text = String(decoding: content, as: UTF8.self)
    switch kind % 8 {
    case 0: if let chain = try? Certificate.chain(pem: text) { consume(chain) }
    case 1: if let certificate = try? Certificate(der: content) { consume([certificate]) }
    case 2: if let list = try? RevocationList(pem: text) { consume(list) }
    case 3: if let list = try? RevocationList(pem: PEM.text("X509 CRL", content)) { consume(list) }
    case 4: if let bundle = try? BootstrapBundle(pem: content) { consume(bundle) }
    case 5: if let key = try? PublicKey(der: content) { precondition((try? PublicKey(pem: key.pem)) == key) }
    case 6: if let key = try? PrivateKey(pem: content) { consume(key) }
    default:
        let key = try? PrivateKey(block: PEMBlock(label: "PRIVATE KEY", der: content))
        if let key { consume(key) }
    }
    return 0
}

private func consume(_ chain: [Certificate]) {
    guard let again = try? Certificate.chain(pem: chain.map(\.pem).joined()) else { fatalError("unreadable") }
    precondition(again == chain)
    if let trust = try? TrustStore([chain[chain.count - 1]]) {
        try? trust.verify(chain, purpose: .client, at: chain[0].notBefore)
    }
}

private func consume(_ list: RevocationList) {
    guard let again = try? RevocationList(pem: list.pem) else { fatalError("unreadable: \(list.pem)") }
    precondition(again == list)
    precondition(list.serials.allSatisfy { list.contains(serial: $0) })
}

private func consume(_ bundle: BootstrapBundle) {
    guard let again = try? BootstrapBundle(pem: bundle.pem().bytes) else { fatalError("unreadable") }
    precondition(again.chain == bundle.chain && again.key.publicKey == bundle.key.publicKey)
}

private func consume(_ key: PrivateKey) {
    guard let again = try? PrivateKey(pem: key.pem()) else { fatalError("unreadable") }
    precondition(again.publicKey == key.publicKey)
}
