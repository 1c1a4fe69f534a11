internal import Glibc

/// The speeds a serial line can have here.
public enum SerialSpeed {
    /// bit/s, and the constant of termios(3).
    public static let all: [(bits: Int, constant: UInt32)] = [
        (9_600, B9600), (19_200, B19200), (38_400, B38400), (57_600, B57600), (115_200, B115200), (230_400, B230400),
        (460_800, B460800), (500_000, B500000), (921_600, B921600), (1_000_000, B1000000), (1_500_000, B1500000),
        (2_000_000, B2000000), (3_000_000, B3000000), (4_000_000, B4000000),
    ].map { ($0.0, UInt32($0.1)) }
}
