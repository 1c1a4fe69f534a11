/// The two capabilities that scanning needs (capabilities(7)).
struct NetworkRights: Sendable, Hashable {
    /// CAP_NET_RAW: hearing advertisements, in the modes raw and monitor.
    var raw: Bool
    /// CAP_NET_ADMIN: switching an adapter on, having it alone, and asking the kernel to scan.
    var admin: Bool

    init(raw: Bool, admin: Bool) {
        self.raw = raw
        self.admin = admin
    }

    /// Of a set of capabilities: CAP_NET_ADMIN is bit 12, CAP_NET_RAW bit 13.
    init(mask: UInt64) {
        self.init(raw: mask & 1 << 13 != 0, admin: mask & 1 << 12 != 0)
    }

    /// Of a line of `/proc/self/status`, such as `CapEff`; nil where there is none.
    init?(process status: String, line: String) {
        let found = status.split(separator: "\n").first { $0.hasPrefix("\(line):") }
        guard let found, let mask = UInt64(found.dropFirst(line.utf8.count + 1).filter(\.isHexDigit), radix: 16) else {
            return nil
        }
        self.init(mask: mask)
    }

    /// Of a file's attribute `security.capability` (the kernel's `struct vfs_cap_data`, little endian): permitted, and
    /// in effect from the program's beginning. Nil for anything else.
    init?(attribute bytes: [UInt8]) {
        // Revisions 1, 2 and 3: one word of permitted capabilities, or two with another kind between them.
        guard bytes.count >= 12, (1...3).contains(bytes[3]), bytes[0] & 1 != 0 else { return nil }
        self.init(mask: UInt64(bytes[4]) | UInt64(bytes[5]) << 8)
    }

    /// Of a unit's `AmbientCapabilities=` (systemd.exec(5)); an empty one forgets those before it.
    init(unit text: String) {
        var names: Set<Substring> = []
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("AmbientCapabilities=") {
            let words = line.drop { $0 != "=" }.dropFirst().split(whereSeparator: \.isWhitespace)
            if words.isEmpty { names = [] } else { names.formUnion(words) }
        }
        self.init(raw: names.contains("CAP_NET_RAW"), admin: names.contains("CAP_NET_ADMIN"))
    }

    /// Whether everything can be done that a scanner does.
    var isComplete: Bool { raw && admin }

    /// Whether these are among them.
    func contain(_ others: NetworkRights) -> Bool { (raw || !others.raw) && (admin || !others.admin) }

    /// Such as `CAP_NET_RAW and CAP_NET_ADMIN`.
    var text: String {
        switch (raw, admin) {
        case (true, true): "CAP_NET_RAW and CAP_NET_ADMIN"
        case (true, false): "CAP_NET_RAW, not CAP_NET_ADMIN"
        case (false, true): "CAP_NET_ADMIN, not CAP_NET_RAW"
        case (false, false): "neither CAP_NET_RAW nor CAP_NET_ADMIN"
        }
    }
}
