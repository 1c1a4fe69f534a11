import Bus
import Schema
import ServiceKit

/// What leaves the process, in the schema's words.
extension LifecycleHandler {
    /// The retained state. Nothing is lost when it cannot be set: the next one tells everything again.
    func publishState(_ view: StateView, _ link: BusLink) {
        let status = NodeStatus(
            view, node: settings.node, connection: max(link.connection, 1), online: isOnline,
            certificate: certificateReport(link), policy: settings.policy, clockSynchronised: clockSynchronised,
            version: ServiceMain.version)
        trying { () throws(BeaconBusError) in try link.setRetained(.nodeState(settings.node), status) }
    }

    /// The events of a transition and the answers it brings, as one unit.
    ///
    /// - Parameter isKept: whether the outbox waits for their acknowledgements.
    func publish(_ unit: OutboxUnit, _ link: BusLink, isKept: Bool = true) {
        func token(_ index: Int) -> PublishToken? {
            isKept ? OutboxPart(number: unit.number, index: index).token : nil
        }
        if let transition = unit.transition {
            if transition.changed {
                let event = StateChangedEvent(transition, node: settings.node, number: unit.number)
                publish(.stateChanged, event, token(OutboxPart.stateChanged), link)
            }
            publishSpecific(transition, unit.number, token(OutboxPart.specific), link)
        }
        for (index, reply) in unit.replies.enumerated() {
            publish(reply, token: token(OutboxPart.firstReply + index), link)
        }
    }

    private func publishSpecific(_ step: Transition, _ number: UInt64, _ token: PublishToken?, _ link: BusLink) {
        let (node, number) = (settings.node, Int64(clamping: number))
        switch step.specific {
        case .started(let repeated):
            guard let run = step.run else { return }
            let event = StartedEvent(
                node: node, number: number, attempt: step.attempt, run: run, requests: step.requests,
                repeated: repeated ? true : nil)
            publish(.started, event, token, link)
        case .startFailed(let error):
            let event = StartFailedEvent(
                node: node, number: number, attempt: step.attempt, requests: step.requests, error: error)
            publish(.startFailed, event, token, link)
        case .stopped(let error):
            let event = StoppedEvent(
                node: node, number: number, attempt: step.attempt, run: step.run, requests: step.requests,
                error: error, repeated: step.changed ? nil : true)
            publish(.stopped, event, token, link)
        case .ready(let cause):
            let event = ReadyEvent(node: node, number: number, attempt: step.attempt, cause: RecoveryCause(cause))
            publish(.ready, event, token, link)
        case nil: break
        }
    }

    func publish(_ reply: OutboxReply, token: PublishToken?, _ link: BusLink) {
        let outcome = CommandOutcome(reply, node: settings.node)
        trying { () throws(BeaconBusError) in
            try link.reply(to: reply.address, outcome, Delivery(expiry: .seconds(60), kept: true), token: token)
        }
    }

    /// Somebody should look; at a bounded rate, because what is wrong may be wrong again and again.
    func warn(_ error: BeaconBusError, _ link: BusLink) {
        report.warning(error)
        guard warnings.take(now: link.now) else { return }
        let number = outbox.take()
        if outbox.needsStoring { save(link) }
        let event = WarningEvent(
            node: settings.node, number: Int64(clamping: number), attempt: machine.attempt, run: machine.run,
            error: error)
        publish(.warning, event, nil, link)
    }

    private func publish(_ name: NodeEventName, _ event: some Message, _ token: PublishToken?, _ link: BusLink) {
        trying { () throws(BeaconBusError) in
            try link.publish(.nodeEvent(settings.node, name), event, .kept, token: token)
        }
    }

    func trying(_ publish: () throws(BeaconBusError) -> Void) {
        do throws(BeaconBusError) {
            try publish()
        } catch {
            report.publishFailed(error)
        }
    }
}
