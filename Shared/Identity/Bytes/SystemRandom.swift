internal import COpenSSL

/// OpenSSL's generator, seeded by the kernel.
public enum SystemRandom {
    /// So many random bytes. The process ends if there are none to be had: nothing made without them would be safe.
    public static func bytes(_ count: Int) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        if count > 0 {
            let done = RAND_bytes(&output, Int32(count))
            precondition(done == 1, "no random bytes")
        }
        return output
    }

    /// A serial number for a certificate: 126 random bits, positive and always 16 bytes long (RFC 5280, 4.1.2.2).
    public static func serial() -> [UInt8] {
        var output = bytes(16)
        output[0] = output[0] & 0x3f | 0x40
        return output
    }
}
