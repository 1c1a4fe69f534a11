internal import Schema

/// The telemetry of the beacons that have any. Bounded: what finds no room is counted and not kept (R12).
struct SensorTable: ~Copyable {
    /// What one beacon says, and what of it was told.
    struct Record {
        var present: TelemetryValues
        var told: TelemetryValues
        /// The next free record, plus one; of free ones only.
        var next: Int32
    }

    /// A beacon's place: the record's index plus one, so that a zeroed one has none.
    struct Place {
        fileprivate var value: Int32 = 0
        var isNone: Bool { value == 0 }
    }

    private var records: FixedArray<Record>
    private var free: Int32 = 0
    private var highWater: Int32 = 0
    /// Reports whose values found no room.
    private(set) var refused: UInt64 = 0
    /// Values that were impossible, or one too many for their report or their beacon.
    private(set) var dropped: UInt64 = 0

    init(capacity: Int) {
        records = FixedArray(zeroed: max(capacity, 1))
    }

    /// A beacon's place, made at its first values; none where the table is full.
    mutating func place(_ place: inout Place) -> Bool {
        if place.value != 0 { return true }
        if free != 0 {
            place.value = free
            free = records[free - 1].next
        } else if Int(highWater) < records.count {
            highWater += 1
            place.value = highWater
        } else {
            refused &+= 1
            return false
        }
        records[place.value - 1] = Record(present: TelemetryValues(), told: TelemetryValues(), next: 0)
        return true
    }

    /// Gives a place back.
    mutating func release(_ place: inout Place) {
        guard place.value != 0 else { return }
        records[place.value - 1].next = free
        free = place.value
        place.value = 0
    }

    /// Takes in what a report says.
    mutating func merge(_ place: Place, _ values: borrowing TelemetryValues) {
        guard place.value != 0 else { return }
        dropped &+= UInt64(values.dropped)
        for index in 0..<Int(values.count) {
            guard let value = values[index] else { continue }
            guard
                records[place.value - 1].present.has(value.field)
                    || records[place.value - 1].present.count < TelemetryValues.capacity
            else {
                dropped &+= 1
                continue
            }
            records[place.value - 1].present.replace(value.field, value.number)
        }
    }

    /// What a beacon last said.
    func present(_ place: Place) -> BeaconTelemetry {
        place.value == 0 ? BeaconTelemetry() : BeaconTelemetry(records[place.value - 1].present)
    }

    /// What was told of it last; told is now what is present.
    mutating func tell(_ place: Place) -> BeaconTelemetry {
        guard place.value != 0 else { return BeaconTelemetry() }
        let told = BeaconTelemetry(records[place.value - 1].told)
        settle(place)
        return told
    }

    /// What is present counts as told.
    mutating func settle(_ place: Place) {
        guard place.value != 0 else { return }
        records[place.value - 1].told = records[place.value - 1].present
    }

    /// Whether something moved that is told at once, and whether something that is told slowly (D22).
    func movement(_ place: Place, _ thresholds: TelemetryThresholds) -> (atOnce: Bool, slowly: Bool) {
        guard place.value != 0 else { return (false, false) }
        var result = (atOnce: false, slowly: false)
        let record = place.value - 1
        for index in 0..<Int(records[record].present.count) {
            guard let value = records[record].present[index] else { continue }
            let told = records[record].told[value.field]
            // Most of what a report says was told before.
            guard told != value.number else { continue }
            let moved = told.map { ($0 &- value.number).magnitude } ?? .max
            switch value.field.definition.telling {
            case .never: break
            case .atOnce(let step): result.atOnce = result.atOnce || moved >= step.magnitude
            case .slowly(let step):
                result.slowly = result.slowly || moved >= thresholds.step(of: value.field, or: step).magnitude
            }
        }
        return result
    }
}
