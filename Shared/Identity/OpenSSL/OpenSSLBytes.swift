internal import COpenSSL

/// Lends and takes DER the way OpenSSL's d2i and i2d functions want it.
enum OpenSSLBytes {
    /// Reads one value that has to take up all of the bytes; nil with OpenSSL's reason in its queue, or without one where something follows.
    ///
    /// `release` frees a value that turns out not to be the last.
    static func read(
        _ bytes: [UInt8], _ parse: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?,
        release: (OpaquePointer?) -> Void
    ) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var position: UnsafePointer<UInt8>? = start
            guard let value = parse(&position, buffer.count) else { return nil }
            guard position == start + buffer.count else {
                release(value)
                return nil
            }
            return value
        }
    }

    /// The DER of a value; nil where it cannot be written.
    static func write(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
        let count = encode(nil)
        guard count > 0 else { return nil }
        var output = [UInt8](repeating: 0, count: Int(count))
        let written = output.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            return encode(&position)
        }
        return written == count ? output : nil
    }

    /// The bytes of a string type.
    static func content(of string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
        guard let data = ASN1_STRING_get0_data(string) else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
    }
}
