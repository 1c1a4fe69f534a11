import Bus
import Schema
import ServiceKit

/// Calibrations of nodes (R11): kept here and published retained; the scanner applies them.
extension MetadataHandler {
    func calibrate(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: CalibrateCommand.self, link) else { return }
        guard request.body.clear == true || request.body.offset != nil || request.body.exponent != nil else {
            return refuse(
                request.reply,
                BeaconBusError(
                    .commandInvalid, "There is nothing to store", reason: "neither offset, exponent nor clear is given",
                    suggestion: "Give what was measured.", retryable: false), message.topicName, link)
        }
        switch access.result(link.now, { try $0.calibrate(request.body) }) {
        case .success(let stored):
            answer(
                request.reply,
                CalibrateReply(revision: stored.revision, offset: stored.offset, exponent: stored.exponent), link)
            if stored.revision > 0 { publish(stored, link) }
        case .failure(let error): refuse(request.reply, error, message.topicName, link)
        }
    }

    /// Publishes every node's calibration.
    func publishCalibrations(_ link: BusLink) {
        guard case .success(let list) = access.result(link.now, { try $0.calibrations() }) else { return }
        for calibration in list { publish(calibration, link) }
    }

    private func publish(_ calibration: Calibration, _ link: BusLink) {
        attempt("calibration") { try link.setRetained(.calibration(calibration.node), calibration) }
    }
}
