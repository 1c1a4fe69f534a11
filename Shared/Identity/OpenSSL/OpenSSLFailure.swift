internal import COpenSSL
internal import Schema

/// What OpenSSL says about a call that failed.
enum OpenSSLFailure {
    /// The deepest reason of this thread's error queue as a clause, e.g. "wrong tag"; the queue is empty afterwards.
    ///
    /// Only OpenSSL's own fixed texts: the data it keeps beside them may come from the input.
    static func reason(_ otherwise: String = "OpenSSL gives no reason") -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let text = ERR_reason_error_string(code) else { return otherwise }
        return String(cString: text)
    }

    /// The error for a call that only fails for want of memory or by a fault in the program.
    static func unexpected(_ doing: String) -> BeaconBusError {
        BeaconBusError(
            .internalError, reason: "\(doing): \(reason())", suggestion: "Report this with the log around it.")
    }
}
