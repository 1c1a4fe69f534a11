/// How a process ends, as in `sysexits.h`, so that a service manager can tell a mistake from a passing fault.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// 0: all went well.
    public static let success = ExitCode(rawValue: 0)
    /// 1: the answer is no, without anything being broken (a check failed, nothing was found).
    public static let failure = ExitCode(rawValue: 1)
    /// 64: the command line is wrong.
    public static let usage = ExitCode(rawValue: 64)
    /// 65: input data is wrong.
    public static let dataError = ExitCode(rawValue: 65)
    /// 66: an input file is missing or unreadable.
    public static let noInput = ExitCode(rawValue: 66)
    /// 69: something this program needs is not there, such as the broker.
    public static let unavailable = ExitCode(rawValue: 69)
    /// 70: a fault of this program itself.
    public static let software = ExitCode(rawValue: 70)
    /// 71: the operating system refused something.
    public static let systemError = ExitCode(rawValue: 71)
    /// 73: an output file cannot be made.
    public static let cannotCreate = ExitCode(rawValue: 73)
    /// 74: reading or writing failed, such as a full disk.
    public static let ioError = ExitCode(rawValue: 74)
    /// 75: it may well work later.
    public static let temporaryFailure = ExitCode(rawValue: 75)
    /// 77: rights are missing.
    public static let noPermission = ExitCode(rawValue: 77)
    /// 78: the configuration is wrong.
    public static let configuration = ExitCode(rawValue: 78)
}
