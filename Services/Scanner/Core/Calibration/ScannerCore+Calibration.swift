import Bus
import Schema
import ServiceKit
import Store
import Tracking

/// What was measured of this node (R11): applied while running, kept for a start without network.
extension ScannerCore {
    private static let calibrationKey = "calibration"

    /// Starts with what was stored last.
    func loadCalibration() throws {
        guard let bytes = try journal.state(Self.calibrationKey),
            let stored = try? MessageCoder.decode(Calibration.self, bytes).body
        else { return }
        apply(stored)
    }

    /// Takes over what metadata says; an empty message, or one without values, gives the configured values back.
    func calibrate(_ message: IncomingMessage) throws {
        let isEmpty = message.payload.isEmpty
        let new = isEmpty ? nil : try message.decode(Calibration.self).body
        if let new, new.node != options.node { return }
        guard new != calibration else { return }
        do {
            try journal.setState(Self.calibrationKey, isEmpty ? nil : message.payload)
        } catch {
            // It is retained: after a restart the broker gives it again.
            logger.error("the calibration cannot be stored", .reason("\(error)"))
        }
        apply(new)
        status.touch()
        logger.info("calibration applied", .count("revision", new?.revision ?? 0))
    }

    /// What is in force.
    var receiverReport: ReceiverReport {
        ReceiverReport(
            revision: calibration?.revision, offset: calibration?.offset ?? rounded(options.receiverGain),
            exponent: calibration?.exponent ?? rounded(options.pathLoss.exponent))
    }

    private func apply(_ new: Calibration?) {
        calibration = new
        radio.send(
            .calibrate(
                receiverGain: new?.offset.map { Float($0) } ?? options.receiverGain,
                new?.exponent.map { PathLoss(exponent: Float($0)) } ?? options.pathLoss))
    }

    private func rounded(_ value: Float) -> Double { (Double(value) * 1_000).rounded() / 1_000 }
}
