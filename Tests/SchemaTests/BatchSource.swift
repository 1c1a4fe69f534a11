import Schema

/// Random batches and readings, every field present or absent by chance.
struct BatchSource {
    var generator: any RandomNumberGenerator

    mutating func chance() -> Bool { generator.next() & 1 == 0 }
    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
    mutating func maybe<Value>(_ value: (inout BatchSource) -> Value) -> Value? { chance() ? value(&self) : nil }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(number(0...Int64(values.count - 1)))] }

    /// Doubles of a few decimals as we write them, and any others.
    mutating func double(_ range: ClosedRange<Double>) -> Double {
        let value = Double.random(in: range, using: &generator)
        switch number(0...3) {
        case 0: return value
        case 1: return value.rounded(.towardZero)
        default: return (value * 100).rounded(.towardZero) / 100
        }
    }

    mutating func text() -> String {
        let parts = [
            "a", "Tag 7", "\"", "\\", "/", "\n", "\u{1}", "\u{7f}", "ü", "€", "🏷", "\u{0}", "{", "]", ",", " ",
        ]
        return (0..<number(0...12)).map { _ in pick(parts) }.joined()
    }

    mutating func node() -> NodeID {
        pick(["kitchen", "n", "x_y-z", "01234567890123456789012345678901"].map { NodeID($0)! })
    }

    mutating func activation() -> ActivationID {
        ActivationID(
            node: node(), journal: JournalID(generator.next()), counter: number(1...9_007_199_254_740_991))!
    }

    mutating func run() -> RunID {
        RunID(session: UInt64(number(1...9_007_199_254_740_991)), attempt: UInt64(number(1...50)))!
    }

    mutating func beacon() -> BeaconID {
        let uuid = BeaconUUID(high: generator.next(), low: generator.next())
        let identity: BeaconIdentity =
            switch number(0...7) {
            case 0: BeaconIdentity(altBeacon: uuid.high, uuid.low, UInt32(truncatingIfNeeded: generator.next()))
            case 1: BeaconIdentity(eddystoneUID: uuid.high, uuid.low)
            case 2: BeaconIdentity(eddystoneURLHash: uuid.high)
            case 3: BeaconIdentity(eddystoneEID: uuid.high)
            case 4: BeaconIdentity(mac: BluetoothAddress(truncating: uuid.high))
            case 5: BeaconIdentity(irk: BeaconName("annas-phone")!)
            case 6: BeaconIdentity(eddystoneEID: BeaconName("key_7")!)
            default:
                BeaconIdentity(
                    iBeacon: uuid, major: UInt16(number(0...65_535)), minor: UInt16(number(0...65_535)))
            }
        return identity.id
    }

    mutating func entry(_ kind: BatchKind) -> BatchEntry {
        let journal = kind == .journal
        var entry = BatchEntry(
            beacon: beacon(), kind: journal ? pick(BeaconEvent.allCases) : nil,
            entry: journal || chance() ? number(1...9_007_199_254_740_991) : nil, activation: activation(),
            url: maybe { $0.text() }, address: maybe { BluetoothAddress(truncating: $0.generator.next()) },
            rssi: maybe { $0.double(-127...20) }, power: maybe { $0.number(-127...127) },
            distance: maybe { $0.double(0...100_000) }, zone: pick(BeaconZone.allCases),
            age: number(0...1_000_000), sinceFirst: number(0...9_007_199_254_740_991), samples: number(0...100),
            cause: pick(BeaconCause.allCases), name: maybe { $0.text() }, timeout: maybe { $0.number(0...86_400_000) })
        if chance() { entry.format = pick(BeaconFormat.allCases) }
        if chance() {
            for field in TelemetryField.allCases where number(0...3) == 0 {
                entry.telemetry[field] = number(field.definition.range)
            }
        }
        if kind == .changed {
            entry.changes = (0..<number(0...4)).map { _ in
                BatchChange(
                    field: pick(["zone", "name", "battery"]), from: maybe { $0.value() }, to: maybe { $0.value() })
            }
        }
        return entry
    }

    mutating func value() -> ChangeValue {
        switch number(0...3) {
        case 2: .flag(chance())
        case 0: .integer(number(-9_000_000_000_000_000_000...9_000_000_000_000_000_000))
        case 1: .number(double(-1_000...1_000) + 0.000_5)
        default: .text(text())
        }
    }

    mutating func batch() -> Batch {
        let kind = pick(BatchKind.allCases)
        return Batch(
            node: node(), kind: kind, run: run(),
            journal: kind == .journal || chance() ? JournalID(generator.next()) : nil,
            oldest: maybe { $0.number(1...9_007_199_254_740_991) },
            beacons: (0..<number(1...6)).map { _ in entry(kind) })
    }

    mutating func readings() -> Readings {
        Readings(
            node: node(), run: run(),
            beacons: (0..<number(1...6)).map { _ in
                ReadingEntry(
                    beacon: beacon(), activation: activation(), rssi: maybe { $0.double(-127...20) },
                    distance: maybe { $0.double(0...100) }, zone: pick(BeaconZone.allCases),
                    samples: number(1...100), age: number(0...100_000))
            })
    }

    mutating func head() -> Head {
        Head(
            from: maybe { _ in ClientID("s.home.kitchen")! },
            session: maybe { UInt64($0.number(1...9_007_199_254_740_991)) },
            seq: maybe { UInt64($0.number(1...9_007_199_254_740_991)) },
            at: maybe { WallTime(milliseconds: $0.number(0...4_000_000_000_000)) })
    }
}
