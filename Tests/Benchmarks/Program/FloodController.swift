import CYardsticks
import Glibc
import Support

/// A controller that hears a flood, on a thread of its own.
final class FloodController: @unchecked Sendable {
    let port: UInt16
    private let stopped = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private let missed = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

    /// Begins to listen; throws `RowSkipped` where no port can be had.
    init(rate: Int, registered: Int) throws {
        port = LoopbackPort.free()
        stopped.initialize(to: 0)
        missed.initialize(to: 0)
        let (port, stopped, missed) = (Int32(port), UInt(bitPattern: stopped), UInt(bitPattern: missed))
        Task {
            await onThread {
                guard let stop = UnsafePointer<Int32>(bitPattern: stopped),
                    let late = UnsafeMutablePointer<UInt64>(bitPattern: missed)
                else { return }
                _ = flood_controller(port, Int32(rate), Int32(registered), stop, late)
            }
        }
        for _ in 0..<400 where !LoopbackPort.answers(UInt16(port)) { usleep(5_000) }
        guard LoopbackPort.answers(self.port) else { throw RowSkipped("no port for the controller") }
    }

    /// Reports that nobody took in time.
    var late: UInt64 { missed.pointee }

    /// Ends it. The two words are kept, as its thread may still look at them.
    func stop() { stopped.pointee = 1 }
}
