import Schema
import Support

/// A message of a node's lifecycle in a short line, for comparing.
enum NodeLine {
    static func of(_ stored: VirtualBroker.Stored) -> String? {
        let level = stored.topic.split(separator: "/").dropFirst(4).joined(separator: "/")
        switch level {
        case "state":
            return (try? MessageCoder.decode(NodeStatus.self, stored.payload).body).map(line)
        case "lost": return "lost"
        case "events/state-changed":
            let event = try? MessageCoder.decode(StateChangedEvent.self, stored.payload).body
            return event.map { "stateChanged \($0.previous) \($0.state)" }
        case "events/started":
            let event = try? MessageCoder.decode(StartedEvent.self, stored.payload).body
            return event.map { "started \($0.run)" + ($0.repeated == true ? " repeated" : "") + requests($0.requests) }
        case "events/start-failed":
            let event = try? MessageCoder.decode(StartFailedEvent.self, stored.payload).body
            return event.map { "startFailed \($0.error.code)" + requests($0.requests) }
        case "events/stopped":
            let event = try? MessageCoder.decode(StoppedEvent.self, stored.payload).body
            return event.map {
                "stopped \($0.error.map { "\($0.code)" } ?? "null")" + ($0.repeated == true ? " repeated" : "")
                    + requests($0.requests)
            }
        case "events/ready":
            let event = try? MessageCoder.decode(ReadyEvent.self, stored.payload).body
            return event.map { "ready \($0.cause)" }
        case "events/warning":
            let event = try? MessageCoder.decode(WarningEvent.self, stored.payload).body
            return event.map { "warning \($0.error.code)" }
        default: return nil
        }
    }

    private static func line(_ status: NodeStatus) -> String {
        "state \(status.state)" + (status.requested ? " requested" : "") + (status.readyArmed ? " armed" : "")
            + (status.announced.map { " announced \($0)" } ?? "") + (status.online ? "" : " offline")
    }

    private static func requests(_ list: [RequestID]) -> String {
        list.isEmpty ? "" : " [" + list.map(\.description).joined(separator: ", ") + "]"
    }
}
