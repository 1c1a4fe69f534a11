/// The beacon-scanner that is installed, and what it may do.
struct ScannerProgram: Sendable, Hashable {
    /// Where its rights come from.
    enum Origin: String, Sendable {
        /// The caller is root, and so would it be.
        case root
        /// The program's file has them.
        case file
        /// The caller hands them down.
        case caller
    }

    var path: String
    /// What it would have if the caller started it.
    var rights: NetworkRights
    var origin: Origin
}
