import Glibc

/// The rooms of the simulated site, in metres, and where the node hangs.
struct FloorPlan: Sendable {
    /// A place.
    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double

        func distance(to other: Point) -> Double {
            let (dx, dy) = (x - other.x, y - other.y)
            return (dx * dx + dy * dy).squareRoot()
        }
    }

    /// A rectangular room.
    struct Room: Sendable, Hashable {
        var name: String
        var corner: Point
        var width: Double
        var depth: Double

        func contains(_ point: Point) -> Bool {
            (corner.x..<corner.x + width).contains(point.x) && (corner.y..<corner.y + depth).contains(point.y)
        }
    }

    var rooms: [Room]
    /// Where the receiver is.
    var node: Point
    /// Path loss exponent.
    var exponent = 2.0
    /// What a wall takes away, in dB; a beacon in another room is behind one.
    var wall = 5.0

    /// What distance and walls take away from a beacon at `point`, in dB against one metre.
    func loss(at point: Point) -> Double {
        let distance = max(point.distance(to: node), 0.1)
        let isOutside = room(of: point) != room(of: node)
        return 10 * exponent * log10(distance) + (isOutside ? wall : 0)
    }

    /// The index of the room a point is in; nil out of doors.
    func room(of point: Point) -> Int? {
        rooms.firstIndex { $0.contains(point) }
    }

    /// Reception, gallery, office and store around a node at the reception desk.
    static let demonstration = FloorPlan(
        rooms: [
            Room(name: "reception", corner: Point(x: 0, y: 0), width: 8, depth: 6),
            Room(name: "gallery", corner: Point(x: 8, y: 0), width: 10, depth: 6),
            Room(name: "office", corner: Point(x: 0, y: 6), width: 8, depth: 5),
            Room(name: "store", corner: Point(x: 8, y: 6), width: 10, depth: 5),
        ], node: Point(x: 2, y: 2))
}
