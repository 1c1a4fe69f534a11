internal import CMosquitto
internal import Schema

/// What the C callbacks of one connection write to. One thread at a time: first the one that connects, then the bus
/// thread, handed over through a mutex.
final class MosquittoContext: @unchecked Sendable {
    var events: [TransportEvent] = []
    /// The reason of the first disconnect callback.
    var disconnectReason: Int32?
    /// What the TLS layer told.
    var tls = TLSWitness()
    /// The last lines the library logged as errors.
    private(set) var errors: [String] = []
    var now = Instant.zero
    /// Packets seen by callbacks, to notice when a read brought nothing.
    var progress: UInt64 = 0

    func note(error line: String) {
        if errors.count >= 4 { errors.removeFirst() }
        errors.append(String(line.prefix(200)))
    }

    /// The context a callback was registered with.
    static func of(_ userdata: UnsafeMutableRawPointer?) -> MosquittoContext? {
        userdata.map { Unmanaged<MosquittoContext>.fromOpaque($0).takeUnretainedValue() }
    }
}
