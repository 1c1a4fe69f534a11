import Schema

/// What `up` was asked for.
struct UpSettings: Sendable {
    /// `sim`, or the path of a recording.
    var input: String
    /// `max`, or how many times faster than recorded; nil = as recorded.
    var speed: String?
    /// nil = a new folder for this run.
    var dataFolder: String?
    /// The registrations to import; nil = none.
    var registrations: String?
    var json: Bool
    var exitWhenDone: Bool
    /// Where the services' executables are.
    var programs: String
    /// The folder with the broker profiles.
    var profiles: String
    /// Fleets to take in, separated by commas, and their broker; nil = none.
    var fleets: String?
    var fleetBroker: String?
    /// A plain loopback broker that everybody on this machine may use, instead of a closed one.
    var isOpen = false

    static let site = SiteID("home")!
    static let node = NodeID("demo")!
    static let operatorID = OperatorID("up")!
    static let observerID = ObserverID("up")!
}
