import Access
import Schema

/// What the gate's files say, as the thread that reads them hands it on.
struct GateView: Sendable {
    /// The newest good document.
    var document: AccessDocument?
    /// When it was first seen.
    var seenAt: Instant?
    /// Why the file that is there now is none.
    var documentError: BeaconBusError?
    /// The revocation list the broker uses.
    var list: InstalledList?
    /// Why the one that is there now was not installed, or could not be.
    var listError: BeaconBusError?
    /// Why the broker could not be told.
    var signalError: BeaconBusError?
    /// The newest document that stands in the plain file, with that variant.
    var writtenRevision: UInt64?
    /// Why it does not.
    var rightsError: BeaconBusError?
    /// How often the broker was told to read its files.
    var signals: Int64 = 0
    /// How often the plugin's damaged file was put right.
    var repairs: Int64 = 0
    /// Why it could not be.
    var securityError: BeaconBusError?
    /// Documents and lists that were refused.
    var refusals: Int64 = 0

    /// The first of the problems; what hinders most comes first.
    var error: BeaconBusError? { documentError ?? listError ?? rightsError ?? securityError ?? signalError }
}
