import Access
import Identity
import Schema
import Store

/// The folder through which the authority tells the gate who may come onto the bus: `access.json` and `crl.pem`, each
/// replaced as a whole, readable for the gate's user. No secrets in it.
struct AccessFolder: Sendable {
    let path: String

    private var list: AtomicFile { AtomicFile(path: "\(path)/crl.pem") }
    private var document: AtomicFile { AtomicFile(path: "\(path)/access.json") }

    /// The number of the list that lies there; nil if there is none that can be read.
    var listNumber: UInt64? {
        guard let bytes = try? list.read(limit: RevocationList.maximumLength) else { return nil }
        return (try? RevocationList(pem: String(decoding: bytes, as: UTF8.self)))?.number
    }

    /// The revision of the document that lies there; nil if there is none that can be read.
    var revision: UInt64? {
        guard let bytes = try? document.read(limit: AccessDocument.maximumBytes) else { return nil }
        return (try? AccessDocument(reading: bytes))?.revision
    }

    func write(list pem: String) throws(BeaconBusError) {
        try list.write(Array(pem.utf8), mode: 0o644)
    }

    func write(_ content: AccessDocument) throws(BeaconBusError) {
        try document.write(content.bytes, mode: 0o644)
    }
}
