public import Schema

extension Management {
    /// One adapter as the kernel describes it.
    public struct Adapter: Hashable, Sendable {
        /// Its number; another one after it was away.
        public var index: UInt16
        /// Its public address; zero where it has none.
        public var address: BluetoothAddress
        /// What it can.
        public var supported: Settings
        /// What it does at the moment.
        public var current: Settings
        /// The name somebody gave it, at most 248 bytes of any characters: not to be printed as it is.
        public var name: String

        /// hci0, hci1, …
        public var device: String { "hci\(index)" }

        /// Reads the answer to `readInfo`; nil for one that is too short.
        public init?(index: UInt16, _ values: [UInt8]) {
            guard values.count >= 20 else { return nil }
            self.index = index
            address = BluetoothAddress(truncating: values[0..<6].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            supported = Settings(values[9..<13])
            current = Settings(values[13..<17])
            name = String(decoding: values.dropFirst(20).prefix(248).prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
