import Bus
import Schema
import ServiceKit

extension RegistrationImport {
    /// Runs the import over the bus. A part whose answer is lost is sent again; the service then answers it again.
    static func send(_ command: ImportCommand, _ session: BusSession, _ requester: Requester) async throws
        -> ImportReply
    {
        var attempt = 0
        while true {
            do {
                let message = try await session.request(
                    .metadataCommand(.import, requester), command, timeout: .seconds(30))
                return try reply(in: message)
            } catch let error as BeaconBusError where error.isLoss && attempt < 5 {
                attempt += 1
                try await Task.sleep(for: .seconds(attempt))
            }
        }
    }

    /// The answer of an import part, or the error of a refusal, which is shaped otherwise.
    private static func reply(in message: IncomingMessage) throws -> ImportReply {
        do {
            return try message.decode(ImportReply.self).body
        } catch {
            if let refusal = try? message.decode(Refusal.self) { throw refusal.body.error }
            throw error
        }
    }
}

extension BeaconBusError {
    /// Whether an answer is missing, not negative.
    fileprivate var isLoss: Bool { [.requestTimeout, .connectionLost, .brokerUnreachable].contains(code) }
}
