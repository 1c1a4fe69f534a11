internal import CMosquitto
internal import Glibc
internal import Schema
internal import Synchronization

/// One attempt to connect, on a thread of its own, because resolving a name and a blocking TCP connect may take
/// minutes. The handle belongs to that thread until it is fetched; an abandoned attempt destroys it itself.
final class MosquittoAttempt: Sendable {
    enum Outcome {
        /// The TCP connection stands and CONNECT is queued.
        case connected(MosquittoHandle)
        case failed(BusFailure.Kind, BeaconBusError)
    }

    private enum State {
        case running
        case done(MosquittoHandle?, BusFailure.Kind, BeaconBusError?)
        case abandoned
        case fetched
    }

    let context = MosquittoContext()
    private let state = Mutex<State>(.running)

    /// Attempts whose thread still runs, of the whole process: a bound on threads stuck in the kernel.
    private static let running = Atomic<Int>(0)
    private static let greatestRunning = 16

    /// Begins; `wake` is called on the attempt's thread when there is an outcome.
    init(_ request: ConnectRequest, wake: @escaping @Sendable () -> Void) {
        guard Self.running.wrappingAdd(1, ordering: .relaxed).newValue <= Self.greatestRunning,
            let thread = BusThread(
                name: "bus connect",
                { [self] in
                    run(request)
                    Self.running.wrappingSubtract(1, ordering: .relaxed)
                    wake()
                })
        else {
            Self.running.wrappingSubtract(1, ordering: .relaxed)
            finish(nil, .unreachable, .tooManyAttempts(request.broker))
            wake()
            return
        }
        thread.detach()
    }

    /// Whether there is an outcome that has not been fetched.
    var isDone: Bool {
        state.withLock { if case .done = $0 { true } else { false } }
    }

    /// The outcome, once; nil while it runs.
    func fetch() -> Outcome? {
        state.withLock { state in
            switch state {
            case .done(let handle, let kind, let error):
                state = .fetched
                return handle.map { .connected($0) } ?? error.map { .failed(kind, $0) }
            case .running, .abandoned, .fetched:
                return nil
            }
        }
    }

    /// Nobody wants the outcome any more.
    func abandon() {
        let handle: MosquittoHandle? = state.withLock { state in
            switch state {
            case .done(let handle, _, _):
                state = .abandoned
                return handle
            case .running, .abandoned:
                state = .abandoned
            case .fetched:
                break
            }
            return nil
        }
        if let handle { mosquitto_destroy(handle.pointer) }
    }

    private func finish(_ handle: OpaquePointer?, _ kind: BusFailure.Kind, _ error: BeaconBusError?) {
        let handle = handle.map { MosquittoHandle(pointer: $0) }
        let unwanted: MosquittoHandle? = state.withLock { state in
            switch state {
            case .running:
                state = .done(handle, kind, error)
                return nil
            case .abandoned, .done, .fetched:
                return handle
            }
        }
        if let unwanted { mosquitto_destroy(unwanted.pointer) }
    }

    private func run(_ request: ConnectRequest) {
        do throws(BeaconBusError) {
            let handle = try MosquittoSetup.handle(for: request, context)
            let code = MosquittoSetup.connect(handle, request)
            let cause = errno
            guard code == MOSQ_ERR_SUCCESS.rawValue else {
                let failure = MosquittoFailure.connect(code, errno: cause, context.errors, request)
                mosquitto_destroy(handle)
                return finish(nil, failure.kind, failure.error)
            }
            finish(handle, .unreachable, nil)
        } catch {
            finish(nil, .unauthorised, error)
        }
    }
}

/// A handle on its way from one thread to another.
struct MosquittoHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
