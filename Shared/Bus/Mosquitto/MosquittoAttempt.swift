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
    private let ended = Atomic(false)

    /// Begins; `wake` is woken when there is an outcome.
    init(_ request: ConnectRequest, wake: WakeDescriptor) {
        let thread = BusThread(name: "bus connect") { [self] in
            run(request)
            ended.store(true, ordering: .releasing)
            wake.wake()
        }
        guard let thread else {
            finish(nil, .unreachable, .tooManyAttempts(request.broker))
            ended.store(true, ordering: .releasing)
            return
        }
        thread.detach()
    }

    /// Whether its thread has done all it does with the handle.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

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
                let failure = MosquittoFailure.connect(code, errno: cause, context, request)
                mosquitto_destroy(handle)
                return finish(nil, failure.kind, failure.error)
            }
            finish(handle, .unreachable, nil)
        } catch {
            let isFile = error.code == .certificateInvalid || error.code == .keyPermissions
            finish(nil, isFile ? .filesUnusable : .unauthorised, error)
        }
    }
}

/// A handle on its way from one thread to another.
struct MosquittoHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
