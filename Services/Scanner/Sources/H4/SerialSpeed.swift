import Glibc

/// The speeds a serial line can have here.
enum SerialSpeed {
    /// bit/s, and the constant of termios(3).
    static let all: [(bits: Int, constant: speed_t)] = [
        (9_600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)), (57_600, speed_t(B57600)),
        (115_200, speed_t(B115200)), (230_400, speed_t(B230400)), (460_800, speed_t(B460800)),
        (500_000, speed_t(B500000)), (921_600, speed_t(B921600)), (1_000_000, speed_t(B1000000)),
        (1_500_000, speed_t(B1500000)), (2_000_000, speed_t(B2000000)), (3_000_000, speed_t(B3000000)),
        (4_000_000, speed_t(B4000000)),
    ]
}
