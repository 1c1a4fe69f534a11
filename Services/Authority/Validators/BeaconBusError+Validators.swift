import Schema
import Web

extension BeaconBusError {
    /// A token that has enrolled a node before.
    static var tokenUsed: BeaconBusError {
        BeaconBusError(
            .tokenUsed, reason: "the token has enrolled a node before",
            suggestion: "Give the node a new token; each one is good for one enrolment.")
    }

    static func tokenRefused(_ code: ErrorCode, _ reason: String) -> BeaconBusError {
        BeaconBusError(code, reason: reason, suggestion: "Give the node a new token of its app.")
    }

    /// No answer, or no connection.
    static func validatorUnreachable(_ app: AppID, _ reason: String) -> BeaconBusError {
        BeaconBusError(
            .validatorUnreachable, reason: "the validator of app \(app): \(reason)",
            suggestion: "See whether it runs and can be reached: beaconctl app test \(app).")
    }

    /// An answer that is none.
    static func validatorInvalid(_ app: AppID, _ reason: String) -> BeaconBusError {
        BeaconBusError(
            .validatorInvalid, reason: "the validator of app \(app): \(reason)",
            suggestion: "It has to answer {\"valid\": true} or {\"valid\": false, \"reason\": …}.")
    }

    /// Why a validator on the web gave no answer.
    static func validator(_ app: AppID, _ failure: WebFailure) -> BeaconBusError {
        switch failure.kind {
        case .tooLarge, .notHTTP: validatorInvalid(app, failure.reason)
        case .addressRefused:
            BeaconBusError(
                .validatorUnreachable, reason: "the validator of app \(app): \(failure.reason)",
                suggestion: "If it belongs there, list the address: beaconctl app set-validator.")
        case .busy:
            BeaconBusError(
                .busy, reason: failure.reason, suggestion: "Ask again later; its validator is slower than its nodes.")
        case .internalError:
            BeaconBusError(
                .internalError, reason: failure.reason, suggestion: "Report this, with the service's log.",
                retryable: true)
        case .unreachable, .timedOut, .broken, .untrusted, .stopped: validatorUnreachable(app, failure.reason)
        }
    }
}
