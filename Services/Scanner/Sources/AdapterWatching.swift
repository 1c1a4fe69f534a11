import Glibc
import Schema

/// Looks, after a start that failed for want of an adapter, whether there is one again; until the next command (H14–H20).
/// Confined to the radio thread; never blocks.
protocol AdapterWatching: AnyObject {
    /// Appends the descriptors to wait for.
    func descriptors(into list: inout [pollfd])

    /// When it wants to look although nothing is readable.
    var deadline: Instant? { get }

    /// How the adapter is now; nil while it is not known.
    func look(at now: Instant) -> AdapterReport?
}
