/// Where a simulated device is, and whether it is there at all.
struct Movement: Sendable {
    /// The way it goes up and down; a single point stands still.
    var way: [FloorPlan.Point]
    /// Metres a second.
    var speed = 1.2
    /// Seconds it is there, then seconds it is away, over and over; nil = always there.
    var visits: (present: Double, absent: Double)?
    /// How many seconds into its first visit it is at the start.
    var phase = 0.0

    /// Stands still.
    static func fixed(_ x: Double, _ y: Double) -> Movement {
        Movement(way: [FloorPlan.Point(x: x, y: y)])
    }

    /// Whether it is there after so many seconds.
    func isPresent(at seconds: Double) -> Bool {
        guard let visits else { return true }
        return (seconds + phase).truncatingRemainder(dividingBy: visits.present + visits.absent) < visits.present
    }

    /// Where it is after so many seconds.
    func position(at seconds: Double) -> FloorPlan.Point {
        let first = way.first ?? FloorPlan.Point(x: 0, y: 0)
        let length = zip(way, way.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard length > 0 else { return first }
        var left = (seconds * speed).truncatingRemainder(dividingBy: 2 * length)
        if left > length { left = 2 * length - left }
        for (from, to) in zip(way, way.dropFirst()) {
            let leg = from.distance(to: to)
            if left <= leg, leg > 0 {
                let part = left / leg
                return FloorPlan.Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
            }
            left -= leg
        }
        return way.last ?? first
    }
}
