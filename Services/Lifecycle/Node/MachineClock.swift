import CLinux

/// What the machine says about its clock.
enum MachineClock {
    /// Whether a time service disciplines the kernel's clock (D17).
    static var isSynchronised: Bool { beaconbus_clock_is_synchronised() != 0 }
}
