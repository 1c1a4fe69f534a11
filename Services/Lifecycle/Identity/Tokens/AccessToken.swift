import Schema

/// An access token on its way from whoever gave it to the authority. Never logged, never published but there (D13).
struct AccessToken: Redacted, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
