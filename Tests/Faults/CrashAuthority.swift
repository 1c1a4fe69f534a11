import Bus
import Identity
import Schema
import Support
import Synchronization

/// The scripted authority on a real bus, with a window into it, and what the nodes say of themselves.
final class CrashAuthority: BusHandler {
    /// What anybody may look at.
    struct View: Sendable {
        var active: [NodeID: CertificateSetID] = [:]
        /// Pairs issued, by node: one for each request id.
        var issued: [NodeID: Int] = [:]
        var states: [NodeID: NodeStatus] = [:]
        /// The same request id with other words.
        var conflicts = 0
    }

    let inner: ScriptedAuthority
    private let view: SharedView
    private var runs: [NodeID: RunID] = [:]

    /// The window.
    final class SharedView: Sendable {
        private let value = Mutex(View())

        func read<Value>(_ body: (View) -> Value) -> Value { value.withLock { body($0) } }
        func write(_ body: (inout View) -> Void) { value.withLock { body(&$0) } }
    }

    /// A node's scanner, which is only there once the node has certificates.
    private func playScanner(of node: NodeID, _ link: BusLink) {
        let run = runs[node]
        let status = ScannerStatus(
            node: node, connection: 1, online: true, state: run == nil ? .idle : .running, scanning: run != nil,
            run: run,
            attempt: run?.attempt, released: run != nil, sources: [], active: 0, counters: [:])
        try? link.setRetained(.scanner(node), status)
    }

    init(_ inner: ScriptedAuthority, view: SharedView) {
        self.inner = inner
        self.view = view
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        try inner.received(messages, link)
        for message in messages {
            guard case .nodeState(let node) = message.topic else { continue }
            let status = try? message.decode(NodeStatus.self).body
            view.write { $0.states[node] = status }
            if inner.active[node] != nil { playScanner(of: node, link) }
        }
        for message in messages {
            guard case .scannerCommand(let node, let verb, _) = message.topic else { continue }
            guard let (head, command) = try? message.decode(ScanCommand.self),
                let address = try? link.replyAddress(of: message, head)
            else { continue }
            runs[node] = verb == .scan ? command.run : nil
            playScanner(of: node, link)
            try? link.reply(
                to: address, ScanReply(scanning: verb == .scan, run: runs[node], attempt: command.attempt))
        }
        let (active, issued, conflicts) = (inner.active, inner.issuedCount, inner.conflicts)
        view.write { ($0.active, $0.issued, $0.conflicts) = (active, issued, conflicts) }
    }
}
