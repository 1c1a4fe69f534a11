import Identity
import Schema
import Synchronization

/// Collects the certificates of one ticket: all of them in their order, or the first failure; told once.
final class SigningBatch: Sendable {
    private struct State {
        var certificates: [Int: Certificate] = [:]
        var isOver = false
    }

    private let count: Int
    private let done: @Sendable (Result<[Certificate], BeaconBusError>) -> Void
    private let state = Mutex(State())

    init(count: Int, done: @escaping @Sendable (Result<[Certificate], BeaconBusError>) -> Void) {
        self.count = count
        self.done = done
    }

    /// What became of the order of that number.
    func settle(_ index: Int, _ result: Result<Certificate, BeaconBusError>) {
        let outcome: Result<[Certificate], BeaconBusError>? = state.withLock { state in
            guard !state.isOver else { return nil }
            switch result {
            case .success(let certificate):
                state.certificates[index] = certificate
                guard state.certificates.count == count else { return nil }
                state.isOver = true
                return .success((0..<count).compactMap { state.certificates[$0] })
            case .failure(let error):
                state.isOver = true
                return .failure(error)
            }
        }
        if let outcome { done(outcome) }
    }
}
