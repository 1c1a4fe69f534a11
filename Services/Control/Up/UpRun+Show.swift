import Bus
import Schema
import ServiceKit
import Synchronization

/// What a run shows while it goes on.
extension UpRun {
    func take(_ message: IncomingMessage) {
        guard let topic = message.topic else { return }
        let events = model.withLock { $0.apply(topic, message.payload, retained: message.retained) }
        for event in events { writer.write(event) }
    }

    func note(_ text: String, _ detail: String = "") {
        writer.write(ViewEvent(kind: .note, origin: "up", subject: text, detail: detail, isMinor: true))
    }

    /// A step of the node on its way onto the bus.
    func tell(_ step: String, _ detail: String) {
        writer.write(ViewEvent(kind: .node, origin: node, subject: step, detail: detail))
    }

    func tell(_ report: SiteReport) {
        if report.isNew { note("made a site of its own: authority, certificates, closed broker") }
        for line in report.lines where [.renewed, .repaired].contains(line.deed) {
            note("\(line.deed.rawValue) \(line.path)", line.what)
        }
    }

    func show(_ report: Supervisor.Report) {
        switch report {
        case .line(let program, let text):
            if let event = ChildLine.event(program, text) { writer.write(event) }
        case .ended(let program, let ending, let wait, let lines):
            let next = wait.map { "starting it again in \(BeaconText.tenths($0)) s" } ?? "giving up"
            writer.write(ViewEvent(kind: .error, origin: program, subject: "\(ending)", detail: next))
            for line in lines.suffix(6) {
                let text = ChildLine.text(line)
                writer.write(
                    ViewEvent(kind: .note, origin: program, subject: "said: \(text)", detail: "", isMinor: true))
            }
        }
    }
}
