/// What an operator tells the metadata service about decoding keys; below the private root, since a key is a secret.
public enum KeyCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case put, delete, list
}
