internal import COpenSSL
internal import Glibc
internal import Schema

/// Times of certificates: whole seconds, UTC.
enum OpenSSLTime {
    /// Nil where it is no time at all.
    static func wallTime(_ time: UnsafePointer<ASN1_TIME>?) -> WallTime? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        let seconds = timegm(&parts)
        return WallTime(milliseconds: Int64(seconds) * 1_000)
    }

    /// Sets a time to the second at or before `time`, as UTCTime until 2049 and GeneralizedTime after (RFC 5280, 4.1.2.5).
    static func set(_ field: UnsafeMutablePointer<ASN1_TIME>?, _ time: WallTime) -> Bool {
        let (quotient, remainder) = time.milliseconds.quotientAndRemainder(dividingBy: 1_000)
        return ASN1_TIME_set(field, time_t(remainder < 0 ? quotient - 1 : quotient)) != nil
    }
}
