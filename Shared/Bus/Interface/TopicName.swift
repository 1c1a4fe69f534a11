/// Rules for a topic name that is published to: MQTT 5 §4.7.3 and design §3.
enum TopicName {
    /// 1 to 256 bytes, at most 8 slashes, no wildcard, no control character.
    static func isValid(_ name: String) -> Bool {
        var length = 0
        var slashes = 0
        for byte in name.utf8 {
            length += 1
            switch byte {
            case UInt8(ascii: "/"): slashes += 1
            case UInt8(ascii: "+"), UInt8(ascii: "#"), 0..<0x20, 0x7f: return false
            default: break
            }
        }
        return (1...256).contains(length) && slashes <= 8
    }

    static func isWildcard(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#")
    }
}
