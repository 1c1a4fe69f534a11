/// What a beacon or sensor can say about itself or its surroundings: the keys of an entry's telemetry.
///
/// A value travels as a whole number in units of 10^−``Definition/decimals``, so that nothing is rounded twice. New fields are
/// added at the end of their group; the numbers are stored in journals and never change their meaning.
public enum TelemetryField: UInt8, CaseIterable, Sendable, Hashable {
    case battery = 1
    case batteryMillivolts = 2
    case temperature = 3
    case humidity = 4
    case pressure = 5
    case illuminance = 6
    case buttons = 7
    case motions = 8
    case advertisements = 9
    case uptime = 10
    case accelerationX = 11
    case accelerationY = 12
    case accelerationZ = 13
    case acceleration = 14
    case gyroscope = 15
    case sequence = 16
    case transmitPower = 17
    case carbonDioxide = 18
    case volatileCompounds = 19
    case particles1 = 20
    case particles25 = 21
    case particles4 = 22
    case particles10 = 23
    case formaldehyde = 24
    case soilMoisture = 25
    case conductivity = 26
    case weight = 27
    case dewPoint = 28
    case voltage = 29
    case current = 30
    case activePower = 31
    case energy = 32
    case measuredDistance = 33
    case speed = 34
    case rotation = 35
    case volume = 36
    case volumeFlowRate = 37
    case water = 38
    case gas = 39
    case ultravioletIndex = 40
    case duration = 41
    case count = 42
    case direction = 43
    case precipitation = 44
    case impedance = 45
    case gravity = 46
    case probe1 = 47
    case probe2 = 48
    case probe3 = 49
    case probe4 = 50
    case probe5 = 51
    case probe6 = 52
    case channel = 53
    case rotationalSpeed = 54
    case lightLevel = 55
    case timestamp = 56
    case heartRate = 57
    case consumable = 58
    case score = 59

    case open = 64
    case motion = 65
    case occupied = 66
    case lightDetected = 67
    case smoke = 68
    case gasDetected = 69
    case wet = 70
    case vibration = 71
    case tampered = 72
    case unlocked = 73
    case sound = 74
    case pluggedIn = 75
    case poweredOn = 76
    case present = 77
    case problem = 78
    case running = 79
    case safe = 80
    case cold = 81
    case hot = 82
    case batteryLow = 83
    case batteryCharging = 84
    case carbonMonoxide = 85
    case connected = 86
    case state = 87
    case leftOpen = 88
    case armed = 89

    case buttonEvent = 100
    case dimmerSteps = 101
    case button = 102
}

extension TelemetryField {
    /// When a new value is a change of the beacon (D22).
    public enum Telling: Sendable, Hashable {
        /// At once, at each step of so much or more: battery, counters, states.
        case atOnce(Int64)
        /// Beyond so much, at most once a minute.
        case slowly(Int64)
        /// Never: it moves with every report.
        case never
    }

    /// What there is to know about a field.
    public struct Definition: Sendable {
        /// The JSON key.
        public var name: StaticString
        /// A sentence with the unit.
        public var sentence: StaticString
        /// Digits behind the point; the stored number is in units of 10^−decimals.
        public var decimals: Int
        /// The stored numbers that are possible; others are dropped and counted (R11).
        public var range: ClosedRange<Int64>
        /// When it is a change.
        public var telling: Telling
        /// Whether it is written as true or false.
        public var isFlag: Bool

        init(
            _ name: StaticString, _ sentence: StaticString, _ decimals: Int, _ range: ClosedRange<Int64>,
            _ telling: Telling, isFlag: Bool = false
        ) {
            self.name = name
            self.sentence = sentence
            self.decimals = decimals
            self.range = range
            self.telling = telling
            self.isFlag = isFlag
        }

        static func probe(_ name: StaticString, _ sentence: StaticString) -> Definition {
            Definition(name, sentence, 3, -1_000_000...10_000_000, .slowly(500))
        }

        static func flag(_ name: StaticString, _ sentence: StaticString) -> Definition {
            Definition(name, sentence, 0, 0...1, .atOnce(1), isFlag: true)
        }
    }

    /// The JSON key.
    public var name: StaticString { definition.name }

    /// The stored numbers that are possible.
    @inline(never)
    public var range: ClosedRange<Int64> { row.range }

    /// The raw value where it is not known when this is compiled: apart, so that it is looked up. As a part of more it
    /// becomes a jump for each field.
    @inline(never)
    var code: UInt8 { rawValue }

    /// The temperature of one of several probes, 1…6; nil for others.
    public init?(probe: Int) {
        guard (1...6).contains(probe) else { return nil }
        self.init(rawValue: Self.probe1.rawValue + UInt8(probe - 1))
    }
}
