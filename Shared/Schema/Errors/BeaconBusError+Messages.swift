extension BeaconBusError {
    /// Bytes that are no JSON text.
    static func notJSON(_ error: JSONSyntaxError) -> BeaconBusError {
        BeaconBusError(
            .messageInvalid, "The message is not JSON", reason: "\(error.reason) at byte \(error.offset)",
            suggestion: "Send one JSON object in UTF-8.")
    }

    /// A message beyond the limit.
    public static func tooLarge(_ count: Int, limit: Int) -> BeaconBusError {
        BeaconBusError(
            .messageTooLarge, reason: "\(count) bytes are more than the limit of \(limit)",
            suggestion: "Split it into several messages.")
    }

    /// A field that is missing or wrong; `reason` is a clause such as "is missing" that follows the field's name.
    public static func field(_ path: String, _ reason: String, code: ErrorCode = .messageInvalid) -> BeaconBusError {
        BeaconBusError(
            code, "Field \(quoted(path)) is not valid", reason: "\(path) \(reason)",
            suggestion: "See `beaconctl schema` for the fields of each message.")
    }

    /// A message of a version that is not read here.
    static func version(_ number: Int64) -> BeaconBusError {
        BeaconBusError(
            .versionUnsupported, reason: "v is \(number), this version reads \(Head.version)",
            suggestion: "Send version \(Head.version), or update this service.")
    }
}
