import Schema

extension ValidatorAnswer {
    /// As the result of the question.
    ///
    /// - Parameter token: withheld from the validator's words.
    func result(_ use: TokenUse, app: AppID, token: String?) -> Result<TokenUse, BeaconBusError> {
        switch self {
        case .valid: .success(use)
        case .refused(let code, let reason):
            .failure(.tokenRefused(code, Self.words(reason, app, token)))
        case .unavailable(let reason): .failure(.validatorUnreachable(app, reason))
        case .nonsense(let reason): .failure(.validatorInvalid(app, reason))
        }
    }

    /// A refusal in the validator's own words.
    static func words(_ reason: String?, _ app: AppID, _ token: String?) -> String {
        let shown = TokenText.shown(reason ?? "", withholding: token)
        return shown.isEmpty ? "the validator of app \(app) refused it" : "the validator of app \(app) says: \(shown)"
    }
}
