/// How a sensor's frame was secured, and what came of that.
public enum SensorSecrecy: UInt8, Hashable, Sendable, CaseIterable {
    /// Not encrypted.
    case plain
    /// Encrypted; decrypted with its key.
    case decrypted
    /// Encrypted, and there is no key for its device.
    case keyMissing
    /// Encrypted; the key for its device does not fit, or the frame was tampered with.
    case keyWrong
    /// Its counter is not above the last one: heard before, or a replay. Its values are not used.
    case replayed
    /// Not encrypted, although the key of its device is held. Its values are not used.
    case refused
}
