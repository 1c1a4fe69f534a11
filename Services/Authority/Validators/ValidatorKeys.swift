import ServiceKit

/// Configuration of how validators are asked.
enum ValidatorKeys {
    static let authorityFile = Key(
        "authority.validators.authorityFile", .optional(.path), default: nil,
        "The certificates (PEM) that the validators' own must lead to; the system's unless set.")

    static let all: [any ConfigurationKey] = [authorityFile]
}
