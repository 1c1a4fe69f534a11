import Schema

/// One command on its way to the scanner, repeated until it is answered.
struct ScannerTask: Sendable {
    let command: ScannerOrder
    let wantedAt: Instant
    /// When nobody waits for the answer any more; `nil` = the life cycle decides.
    let deadline: Instant?
    /// The question that is open.
    private(set) var number: UInt64?
    /// Whether the scanner may have heard of it.
    private(set) var wasAsked = false
    /// Not to be asked again before this.
    private(set) var notBefore = Instant.zero
    /// How many reports had come when it was asked last.
    private(set) var earlierReports: UInt64 = 0

    init(command: ScannerOrder, wantedAt: Instant, deadline: Instant?) {
        self.command = command
        self.wantedAt = wantedAt
        self.deadline = deadline
    }

    mutating func ask(_ number: UInt64, reports: UInt64) {
        self.number = number
        wasAsked = true
        earlierReports = reports
    }

    /// The connection or the scanner has changed: whatever was asked is asked again.
    mutating func forget() {
        number = nil
    }

    mutating func failed(again: Instant) {
        number = nil
        notBefore = again
    }
}
