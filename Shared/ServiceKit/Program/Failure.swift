public import Schema

/// An error that knows what its process should return.
public protocol ExitCodeError: Error, CustomStringConvertible {
    var code: ExitCode { get }
}

/// What a process says and returns when it ends because of an error.
public struct Failure: Sendable {
    /// Names the thing, the reason and the remedy.
    public let text: String
    public let code: ExitCode

    public init(_ error: any Error) {
        switch error {
        case let error as UsageError:
            text = error.reason + "\n" + error.usage + "\nSee \"\(error.command) --help\"."
            code = .usage
        case let error as ConfigurationError:
            text = error.problems.count == 1 ? error.description : "the configuration is wrong:\n" + error.description
            code = .configuration
        case let error as BeaconBusError:
            text = error.debugDescription
            code = ExitCode(for: error.code)
        case let error as any ExitCodeError: (text, code) = (error.description, error.code)
        case is HTTPEndpoint.Problem: (text, code) = ("\(error)", .unavailable)
        case is FileContents.Problem: (text, code) = ("\(error)", .noInput)
        case is Secret.Problem: (text, code) = ("\(error)", .noPermission)
        default: (text, code) = ("\(error)", .software)
        }
    }
}

extension ExitCode {
    /// The code for an error of the common list: what a service manager should know about it.
    public init(for code: ErrorCode) {
        switch code {
        case .configurationInvalid, .identifierInvalid: self = .configuration
        case .brokerUnreachable, .brokerRefused, .adapterMissing, .adapterOff, .adapterBlocked: self = .unavailable
        case .brokerUnauthorised, .serverUntrusted, .keyPermissions, .capabilityMissing, .adapterUnsupported:
            self = .noPermission
        case .clientIdInUse, .storeBusy, .requestTimeout, .connectionLost, .busy, .startTimeout:
            self = .temporaryFailure
        case .storeFull, .storeReadOnly, .storeCorrupt, .storeFailed: self = .ioError
        case .sourceUnreadable: self = .noInput
        case .messageInvalid, .recordInvalid, .actionInvalid, .commandInvalid: self = .dataError
        case .internalError: self = .software
        default: self = .failure
        }
    }
}
