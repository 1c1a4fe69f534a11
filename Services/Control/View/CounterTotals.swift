import Schema

/// Counters of one process over its restarts: each start counts anew from zero, so what the one before had is added.
struct CounterTotals: Sendable, Equatable {
    private var session: Int64?
    private var before: [String: Int64] = [:]
    private var current: [String: Int64] = [:]

    init() {}

    /// Takes a status with the counters of its session.
    mutating func update(_ status: JSONValue) {
        let session = status["session"]?.integerValue
        if self.session != session {
            before.merge(current) { $0.addingReportingOverflow($1).partialValue }
            current = [:]
            self.session = session
        }
        for (name, value) in status["counters"]?.objectValue ?? [:] {
            current[name] = value.integerValue
        }
    }

    /// The whole count; nil where there never was one.
    subscript(name: String) -> Int64? {
        switch (before[name], current[name]) {
        case (nil, nil): nil
        case (let past?, let now): past.addingReportingOverflow(now ?? 0).partialValue
        case (nil, let now?): now
        }
    }
}
