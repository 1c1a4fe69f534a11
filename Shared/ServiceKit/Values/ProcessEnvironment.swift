internal import CLinux

/// The environment this process was started with.
public enum ProcessEnvironment {
    /// All variables that have the form `NAME=value`.
    public static var variables: [String: String] {
        var result: [String: String] = [:]
        var entry = beaconbus_environment()
        while let current = entry, let text = current.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            entry = current + 1
        }
        return result
    }
}
