import Bus
import Schema

/// A client on the bus that judges tokens of an app. Who may answer is the broker's rights' affair.
enum BusValidator {
    /// How long it has.
    static let timeout = Duration.seconds(5)

    /// What became of a question.
    static func result(
        _ reply: Result<IncomingMessage, BeaconBusError>, _ use: TokenUse, app: AppID, token: String?
    ) -> Result<TokenUse, BeaconBusError> {
        let message: IncomingMessage
        switch reply {
        case .success(let got): message = got
        case .failure(let error): return .failure(.validatorUnreachable(app, error.reason))
        }
        let answer: ValidateReply
        do throws(BeaconBusError) {
            answer = try MessageCoder.decodeReply(ValidateReply.self, message.payload).body
        } catch {
            // It said itself that it cannot, or what it said is none. Its words are not passed on: they may hold the token.
            let code = error.code
            let isLater = error.retryable && code != .messageInvalid
            return .failure(
                isLater
                    ? .validatorUnreachable(app, "it answered \(code)")
                    : .validatorInvalid(app, "its answer is none (\(code))"))
        }
        if answer.valid {
            return answer.code == nil
                ? .success(use) : .failure(.validatorInvalid(app, "it says valid, and a code why not"))
        }
        let code = answer.code.flatMap { ValidatorAnswer.codes.contains($0) ? $0 : nil } ?? .tokenInvalid
        return .failure(.tokenRefused(code, ValidatorAnswer.words(answer.reason, app, token)))
    }
}
