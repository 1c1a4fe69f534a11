/// The service manager's unit of beacon-scanner.
struct ScannerUnit: Sendable, Hashable {
    var path: String
    /// What it gives.
    var rights: NetworkRights
}
