extension SensorSecrets {
    /// Counts of what came of frames and addresses, since the decoder was made.
    public struct Counters: Hashable, Sendable {
        /// Encrypted frames that were read.
        public var decrypted: UInt64 = 0
        /// Encrypted frames of devices without a key.
        public var keyMissing: UInt64 = 0
        /// Encrypted frames that the key of their device does not fit, or that were tampered with.
        public var keyWrong: UInt64 = 0
        /// Encrypted frames with the newest counter, heard again; not read.
        public var repeated: UInt64 = 0
        /// Genuine frames with a counter below the newest: refused.
        public var replayed: UInt64 = 0
        /// Lower counters taken as a device's new beginning.
        public var restarted: UInt64 = 0
        /// Clear frames of devices whose key is held: refused.
        public var downgraded: UInt64 = 0
        /// Resolvable addresses that a key resolved, each report counted.
        public var addressesResolved: UInt64 = 0
        /// Resolvable addresses that no key resolves, each report counted.
        public var addressesUnresolved: UInt64 = 0
        /// Eddystone EIDs that a key resolved, each report counted.
        public var identifiersResolved: UInt64 = 0
        /// Eddystone EIDs that no key resolves, each report counted.
        public var identifiersUnresolved: UInt64 = 0
        /// Encrypted Eddystone telemetry that was read.
        public var telemetryDecrypted: UInt64 = 0
        /// Encrypted Eddystone telemetry that no key fits.
        public var telemetryUndecrypted: UInt64 = 0
        /// Keys of a wrong length, or a second key of one device, among the present ones.
        public var keysUnusable: UInt64 = 0
        /// Devices whose button counts had to make room for others.
        public var evicted: UInt64 = 0

        /// Zeroes.
        public init() {}

        /// What grows, with its names in a status.
        public var named: [(name: StaticString, count: UInt64)] {
            [
                ("decrypted", decrypted), ("missing", keyMissing), ("wrong", keyWrong), ("repeated", repeated),
                ("replayed", replayed), ("restarted", restarted), ("downgraded", downgraded),
                ("addressesResolved", addressesResolved), ("addressesUnresolved", addressesUnresolved),
                ("identifiersResolved", identifiersResolved), ("identifiersUnresolved", identifiersUnresolved),
                ("telemetryDecrypted", telemetryDecrypted), ("telemetryUndecrypted", telemetryUndecrypted),
                ("evictedDevices", evicted),
            ]
        }
    }
}
