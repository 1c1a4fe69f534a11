import Schema

/// The three listeners of a closed bus.
struct SitePorts: Sendable, Equatable {
    /// Nodes, services and observers.
    var nodes: UInt16
    /// People.
    var people: UInt16
    /// Nodes that have nothing but their bootstrap certificate.
    var bootstrap: UInt16

    static let usual = SitePorts(nodes: 8883, people: 8884, bootstrap: 8885)

    /// Nil unless the text is one port, for nodes, with the two others behind it, or three with commas.
    init?(_ text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { UInt16($0) ?? 0 }
        switch numbers.count {
        case 1 where numbers[0] > 0 && numbers[0] <= .max - 2:
            self.init(nodes: numbers[0], people: numbers[0] + 1, bootstrap: numbers[0] + 2)
        case 3 where Set(numbers).count == 3 && !numbers.contains(0):
            self.init(nodes: numbers[0], people: numbers[1], bootstrap: numbers[2])
        default: return nil
        }
    }

    init(nodes: UInt16, people: UInt16, bootstrap: UInt16) {
        self.nodes = nodes
        self.people = people
        self.bootstrap = bootstrap
    }
}

extension SitePorts: CustomStringConvertible {
    var description: String { "\(nodes),\(people),\(bootstrap)" }
}
