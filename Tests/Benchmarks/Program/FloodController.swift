import CYardsticks
import Glibc
import Support

/// A controller that hears a flood, on a thread of its own.
final class FloodController: @unchecked Sendable {
    let port: UInt16
    private let stopped = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private let figures = UnsafeMutablePointer<UInt64>.allocate(capacity: 2)
    private let thread: Task<Int32, Never>

    /// Begins to listen; throws `RowSkipped` where no port can be had.
    init(rate: Int, registered: Int) throws {
        port = LoopbackPort.free()
        stopped.initialize(to: 0)
        figures.initialize(repeating: 0, count: 2)
        let (port, stopped, figures) = (Int32(port), UInt(bitPattern: stopped), UInt(bitPattern: figures))
        thread = Task {
            await onThread {
                guard let stop = UnsafePointer<Int32>(bitPattern: stopped),
                    let counts = UnsafeMutablePointer<UInt64>(bitPattern: figures)
                else { return -1 }
                return flood_controller(port, Int32(rate), Int32(registered), stop, counts, counts + 1)
            }
        }
        for _ in 0..<400 where !LoopbackPort.answers(UInt16(port)) { usleep(5_000) }
        guard LoopbackPort.answers(self.port) else { throw RowSkipped("no port for the controller") }
    }

    /// Reports that nobody took in time.
    var late: UInt64 { figures[1] }

    /// Ends it.
    func stop() { stopped.pointee = 1 }
}
