extension TelemetryField {
    private static var counter: ClosedRange<Int64> { 0...Decimal.greatestExact }
    /// Amounts with decimals: so many digits that a Double holds every one.
    private static var amount: ClosedRange<Int64> { 0...1_000_000_000_000 }

    /// Name, unit, resolution, range and when it counts as changed.
    public var definition: Definition { row }

    /// The table. Where only one part of it is wanted, the others are left out by inlining.
    @inline(__always)
    var row: Definition {
        switch self {
        case .battery: .init("battery", "Battery charge, %.", 2, 0...10_000, .atOnce(100))
        case .batteryMillivolts: .init("batteryMillivolts", "Battery voltage, mV.", 0, 0...65_535, .slowly(50))
        case .temperature: .init("temperature", "Temperature, °C.", 3, -1_000_000...10_000_000, .slowly(500))
        case .humidity: .init("humidity", "Relative humidity, %.", 4, 0...2_000_000, .slowly(20_000))
        case .pressure: .init("pressure", "Air pressure, hPa.", 2, 0...10_000_000, .slowly(100))
        case .illuminance: .init("illuminance", "Illuminance, lx.", 2, 0...1_000_000_000, .slowly(5_000))
        case .buttons: .init("buttons", "Counter of button presses.", 0, Self.counter, .atOnce(1))
        case .motions: .init("motions", "Counter of motions.", 0, Self.counter, .atOnce(1))
        case .advertisements:
            .init("advertisements", "Advertisements sent since the beacon started.", 0, Self.counter, .never)
        case .uptime: .init("uptime", "Since the beacon started, s.", 1, 0...100_000_000_000, .never)
        case .accelerationX: .init("accelerationX", "Acceleration along x, g.", 3, -100_000...100_000, .slowly(200))
        case .accelerationY: .init("accelerationY", "Acceleration along y, g.", 3, -100_000...100_000, .slowly(200))
        case .accelerationZ: .init("accelerationZ", "Acceleration along z, g.", 3, -100_000...100_000, .slowly(200))
        case .acceleration:
            .init(
                "acceleration", "Acceleration, m/s².", 6, -10_000_000_000...10_000_000_000, .slowly(2_000_000))
        case .gyroscope: .init("gyroscope", "Rate of rotation, °/s.", 3, 0...10_000_000, .slowly(10_000))
        case .sequence: .init("sequence", "Number of the measurement.", 0, Self.counter, .never)
        case .transmitPower: .init("transmitPower", "Transmit power at the antenna, dBm.", 0, -127...127, .never)
        case .carbonDioxide: .init("carbonDioxide", "Carbon dioxide, ppm.", 0, 0...100_000, .slowly(50))
        case .volatileCompounds:
            .init("volatileCompounds", "Volatile organic compounds, µg/m³.", 0, 0...100_000, .slowly(50))
        case .particles1: .init("particles1", "Particles up to 1 µm, µg/m³.", 1, 0...100_000, .slowly(50))
        case .particles25: .init("particles25", "Particles up to 2.5 µm, µg/m³.", 1, 0...100_000, .slowly(50))
        case .particles4: .init("particles4", "Particles up to 4 µm, µg/m³.", 1, 0...100_000, .slowly(50))
        case .particles10: .init("particles10", "Particles up to 10 µm, µg/m³.", 1, 0...100_000, .slowly(50))
        case .formaldehyde: .init("formaldehyde", "Formaldehyde, mg/m³.", 3, 0...1_000_000, .slowly(20))
        case .soilMoisture: .init("soilMoisture", "Moisture of soil or material, %.", 2, 0...10_000, .slowly(200))
        case .conductivity: .init("conductivity", "Conductivity, µS/cm.", 0, 0...1_000_000, .slowly(50))
        case .weight: .init("weight", "Weight, kg.", 3, 0...1_000_000_000, .slowly(100))
        case .dewPoint: .init("dewPoint", "Dew point, °C.", 2, -100_000...1_000_000, .slowly(50))
        case .voltage: .init("voltage", "Voltage, V.", 3, -1_000_000_000...1_000_000_000, .slowly(100))
        case .current: .init("current", "Current, A.", 3, -1_000_000_000...1_000_000_000, .slowly(100))
        case .activePower: .init("activePower", "Power, W.", 2, -10_000_000_000...10_000_000_000, .slowly(500))
        case .energy: .init("energy", "Energy, kWh.", 3, Self.amount, .slowly(10))
        case .measuredDistance:
            .init("measuredDistance", "Distance the sensor measures, m.", 3, 0...100_000_000, .slowly(50))
        case .speed: .init("speed", "Speed, m/s.", 6, -10_000_000_000...10_000_000_000, .slowly(500_000))
        case .rotation: .init("rotation", "Angle, °.", 1, -36_000...36_000, .slowly(50))
        case .volume: .init("volume", "Volume, L.", 3, Self.amount, .slowly(1_000))
        case .volumeFlowRate: .init("volumeFlowRate", "Flow, m³/h.", 3, 0...1_000_000_000, .slowly(100))
        case .water: .init("water", "Water counted, L.", 3, Self.amount, .slowly(1_000))
        case .gas: .init("gas", "Gas counted, m³.", 3, Self.amount, .slowly(10))
        case .ultravioletIndex: .init("ultravioletIndex", "Ultraviolet index.", 1, 0...1_000, .slowly(10))
        case .duration:
            .init("duration", "A duration the sensor measures, s.", 3, Self.amount, .slowly(60_000))
        case .count:
            .init(
                "count", "A counter without a meaning of its own.", 0, -Decimal.greatestExact...Decimal.greatestExact,
                .atOnce(1))
        case .direction: .init("direction", "Direction, °.", 2, 0...36_000, .slowly(1_000))
        case .precipitation: .init("precipitation", "Precipitation, mm.", 1, 0...1_000_000, .slowly(2))
        case .impedance: .init("impedance", "Impedance, Ω.", 1, 0...1_000_000, .slowly(50))
        case .gravity: .init("gravity", "Specific gravity.", 4, 0...100_000, .slowly(10))
        case .probe1: .probe("probe1", "Temperature of the first probe, °C.")
        case .probe2: .probe("probe2", "Temperature of the second probe, °C.")
        case .probe3: .probe("probe3", "Temperature of the third probe, °C.")
        case .probe4: .probe("probe4", "Temperature of the fourth probe, °C.")
        case .probe5: .probe("probe5", "Temperature of the fifth probe, °C.")
        case .probe6: .probe("probe6", "Temperature of the sixth probe, °C.")
        case .channel: .init("channel", "Number of the channel or group.", 0, 0...255, .atOnce(1))
        case .rotationalSpeed: .init("rotationalSpeed", "Turns a minute.", 0, 0...1_000_000, .slowly(50))
        case .lightLevel: .init("lightLevel", "Level of light, without a unit.", 0, 0...255, .slowly(1))
        case .timestamp: .init("timestamp", "The sensor's own time, s since 1970.", 0, Self.counter, .never)
        case .heartRate: .init("heartRate", "Heart rate, beats a minute.", 0, 0...1_000, .slowly(5))
        case .consumable: .init("consumable", "What is left of the consumable, %.", 0, 0...100, .atOnce(1))
        case .score: .init("score", "Points of a session, e.g. of brushing teeth.", 0, 0...1_000, .atOnce(1))
        case .open: .flag("open", "Whether door, window or contact is open.")
        case .motion: .flag("motion", "Whether something moves.")
        case .occupied: .flag("occupied", "Whether somebody is there.")
        case .lightDetected: .flag("lightDetected", "Whether there is light.")
        case .smoke: .flag("smoke", "Whether there is smoke.")
        case .gasDetected: .flag("gasDetected", "Whether there is gas.")
        case .wet: .flag("wet", "Whether there is water.")
        case .vibration: .flag("vibration", "Whether it vibrates.")
        case .tampered: .flag("tampered", "Whether somebody tampers with it.")
        case .unlocked: .flag("unlocked", "Whether the lock is open.")
        case .sound: .flag("sound", "Whether there is sound.")
        case .pluggedIn: .flag("pluggedIn", "Whether it is plugged in.")
        case .poweredOn: .flag("poweredOn", "Whether the power is on.")
        case .present: .flag("present", "Whether it is at home.")
        case .problem: .flag("problem", "Whether there is a problem.")
        case .running: .flag("running", "Whether it runs.")
        case .safe: .flag("safe", "Whether it is safe.")
        case .cold: .flag("cold", "Whether it is cold.")
        case .hot: .flag("hot", "Whether it is hot.")
        case .batteryLow: .flag("batteryLow", "Whether the battery is low.")
        case .batteryCharging: .flag("batteryCharging", "Whether the battery is being charged.")
        case .carbonMonoxide: .flag("carbonMonoxide", "Whether there is carbon monoxide.")
        case .connected: .flag("connected", "Whether it is connected.")
        case .state: .flag("state", "An on or off without a meaning of its own.")
        case .leftOpen: .flag("leftOpen", "Whether it was left open.")
        case .armed: .flag("armed", "Whether the alarm is armed.")
        case .buttonEvent:
            .init(
                "buttonEvent",
                "The newest press: 1 once, 2 twice, 3 three times, 4 long, 5 long twice, 6 long three times, 128 held.",
                0, 0...255, .never)
        case .dimmerSteps: .init("dimmerSteps", "The newest turn: steps, to the left negative.", 0, -255...255, .never)
        case .button: .init("button", "Which of several buttons it was, from 1.", 0, 0...256, .never)
        }
    }
}
