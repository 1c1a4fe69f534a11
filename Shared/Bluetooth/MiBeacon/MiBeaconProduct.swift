/// Products whose objects mean something of their own.
enum MiBeaconProduct {
    /// A dimmer that is turned and pressed.
    static let dimmer: UInt16 = 0x03b6
    /// A cube that is turned: which way stands where others have the button.
    static let cube: UInt16 = 0x04e1
    /// Switches with one to three buttons that call two presses and a long one the other way round, and several buttons
    /// at once a number of its own.
    static let switches: ClosedRange<UInt16> = 0x1568...0x1569
    static let tripleSwitch: UInt16 = 0x0dfd
    /// A night light and a motion sensor that say light or dark where others give lux.
    static let nightLight: UInt16 = 0x07f6
    static let motionSensor: UInt16 = 0x0a8d
    /// A door sensor that does the same.
    static let doorSensor: UInt16 = 0x098b
    /// An occupancy sensor that says 2 for nobody.
    static let occupancySensor: UInt16 = 0x4683
}
