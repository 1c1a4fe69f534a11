import Schema

/// What `site init` did.
struct SiteReport: Sendable, Equatable {
    enum Deed: String, Sendable {
        case made, renewed, repaired, changed, kept, skipped
    }

    struct Line: Sendable, Equatable {
        var deed: Deed
        /// The file, below the data folder where it lies there.
        var path: String
        var what: String
    }

    let site: SiteID
    let folder: String
    private(set) var lines: [Line] = []
    /// When the next certificate is due, and whose.
    private(set) var nextDue: (client: String, at: WallTime)?
    /// Whether the running broker has to read its files again.
    var brokerIsStale = false

    init(site: SiteID, folder: String) {
        self.site = site
        self.folder = folder
    }

    mutating func add(_ deed: Deed, _ path: String, _ what: String) {
        let short = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
        lines.append(Line(deed: deed, path: short, what: what))
    }

    mutating func due(_ client: String, _ time: WallTime) {
        if let next = nextDue, next.at <= time { return }
        nextDue = (client, time)
    }

    /// Whether the authority was made just now.
    var isNew: Bool { lines.contains { $0.deed == .made && $0.path == "authority/ca.crt" } }

    /// Whether anything is different from before.
    var hasChanged: Bool { lines.contains { $0.deed != .kept && $0.deed != .skipped } }

    /// For people: everything that was done, and what was left and why.
    var text: String {
        let shown = lines.filter { $0.deed != .kept }
        var text = "Site \(site) in \(folder)\n"
        let width = shown.map(\.path.count).max() ?? 0
        for line in shown {
            text +=
                "  \(Printable.padded(line.deed.rawValue, 8))  \(Printable.padded(line.path, width))  \(line.what)\n"
        }
        if shown.isEmpty { text += "  Everything is there already.\n" }
        if let next = nextDue { text += "  The next certificate is due on \(Self.day(next.at)): \(next.client).\n" }
        return text
    }

    /// The date alone.
    static func day(_ time: WallTime) -> String { String(time.description.prefix(10)) }

    static func == (left: SiteReport, right: SiteReport) -> Bool {
        left.site == right.site && left.folder == right.folder && left.lines == right.lines
    }
}
