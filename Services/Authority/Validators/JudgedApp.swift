import Identity
import Schema

/// The app whose token is judged, and the keys that sign the question.
struct JudgedApp: Sendable {
    let app: AppID
    let definition: ValidatorDefinition
    /// http: the newest first; the older one only while keys change.
    let secrets: [SecretBytes]
}
