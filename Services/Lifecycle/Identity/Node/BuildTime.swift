import Schema

/// When this version was made, and so the least that a clock can rightly say (D17). Raised with each version.
enum BuildTime {
    static let floor = WallTime("2026-11-30T00:00:00Z")!
}
