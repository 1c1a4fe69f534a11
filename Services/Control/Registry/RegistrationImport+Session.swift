import Bus
import Schema
import ServiceKit

extension RegistrationImport {
    /// Sends one part over the bus. One whose answer is lost is sent again, and the service answers it again; but where
    /// not even the first is answered, there is nobody.
    static func send(_ command: ImportCommand, _ session: BusSession, _ requester: Requester) async throws
        -> ImportReply
    {
        let attempts = command.part == 0 ? 1 : 6
        var attempt = 1
        while true {
            do {
                let message = try await session.request(
                    .metadataCommand(.import, requester), command, timeout: .seconds(command.last ? 60 : 15))
                return try reply(in: message)
            } catch let error as BeaconBusError where error.isLoss && attempt < attempts {
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
