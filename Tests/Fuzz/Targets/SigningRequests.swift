import Schema

@testable import Identity

/// Certificate signing requests. An even first byte: what follows is PEM; an odd one: DER.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSigningRequests(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let content = Array(bytes.dropFirst())
    let request =
        kind.isMultiple(of: 2)
        ? try? SigningRequest(pem: String(decoding: content, as: UTF8.self)) : try? SigningRequest(der: content)
    guard let request else { return 0 }
    guard let again = try? SigningRequest(pem: request.pem) else { fatalError("unreadable: \(request.pem)") }
    precondition(again == request)
    guard (try? request.check(for: client)) != nil else { return 0 }
    precondition(request.subject.count == 1 && request.subject[0].value == client.description)
    precondition(request.extensionNames.allSatisfy { $0 == "keyUsage" || $0 == "extendedKeyUsage" })
    return 0
}

private let client = ClientID("n.home.kitchen") ?? { fatalError() }()
