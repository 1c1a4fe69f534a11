import Schema

/// What a beacon's metadata says is to be done (L10, L12, L13, L15, D24).
enum ActionDecision: Equatable, Sendable {
    /// No known key.
    case none
    /// The one action.
    case action(Action)
    /// The deciding key's value does not have its shape; no other key is tried.
    case invalid(ActionKind, BeaconBusError)

    /// Decides by the fixed precedence: the first known key that is there and not null, whatever its value.
    init(_ metadata: [String: JSONValue]) {
        for kind in ActionKind.allCases {
            guard let value = metadata[kind.metadataKey], !value.isNull else { continue }
            do throws(BeaconBusError) {
                self = .action(try Action(kind, value))
            } catch {
                self = .invalid(kind, error)
            }
            return
        }
        self = .none
    }
}
