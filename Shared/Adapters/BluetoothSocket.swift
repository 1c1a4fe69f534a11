internal import Bluetooth
internal import Glibc
public import Schema
internal import ServiceKit

/// A socket of the kernel's Bluetooth (`AF_BLUETOOTH`, `BTPROTO_HCI`) that never blocks. Closed with the object.
public final class BluetoothSocket {
    /// The channels of hci(7) and the kernel's `hci_sock.h`.
    public enum Channel: UInt16, Sendable {
        case raw = 0
        case user = 1
        case monitor = 2
        case control = 3
    }

    /// To wait for.
    public let descriptor: Int32

    /// Room for what comes while this process is busy, bytes; the kernel may grant less.
    private static let receiveBuffer: Int32 = 1 << 20

    /// Opens and binds. Throws what is missing: the kernel's Bluetooth, the adapter, or a right.
    public init(_ channel: Channel, index: UInt16) throws(BeaconBusError) {
        let flags = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(31, flags, 1)
        guard descriptor >= 0 else {
            let code = errno
            throw BeaconBusError(
                .adapterUnsupported, reason: "this kernel offers no Bluetooth here: \(SystemError.text(code))",
                suggestion:
                    "Load the kernel's bluetooth module; in a container use the host's network. Or give another --source."
            )
        }
        var size = Self.receiveBuffer
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        // struct sockaddr_hci: family, device, channel, each 16 bits in the machine's order.
        let address: [UInt16] = [31, index, channel.rawValue]
        let result = address.withUnsafeBytes { bytes in
            bind(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw Self.refusal(channel, index, code)
        }
    }

    deinit { close(descriptor) }

    /// Lets events of the controller and commands of others through. Throws where the kernel silently takes the
    /// advertising reports out again: it does so without CAP_NET_RAW.
    public func admitScanEvents() throws(BeaconBusError) {
        // struct hci_ufilter: types (1 << 4 events, 1 << 1 commands), 64 bits of event codes, an opcode.
        let events = 1 << 0x0e | 1 << 0x0f | 1 << 0x10 as UInt64 | 1 << 0x3e
        var filter: [UInt32] = [1 << 4 | 1 << 1, UInt32(truncatingIfNeeded: events), UInt32(events >> 32), 0]
        setsockopt(descriptor, 0, 2, &filter, 16)
        var granted: [UInt32] = [0, 0, 0, 0]
        var length: socklen_t = 16
        getsockopt(descriptor, 0, 2, &granted, &length)
        guard granted[2] & 1 << 30 != 0 else { throw Self.capabilityMissing("CAP_NET_RAW", "hearing advertisements") }
    }

    /// Reads one packet; 0 if there is none. Throws when the adapter has gone.
    public func receive(_ space: UnsafeMutableRawBufferPointer) throws(BeaconBusError) -> Int {
        let count = recv(descriptor, space.baseAddress, space.count, 0)
        if count > 0 { return count }
        if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
        throw BeaconBusError(
            .adapterMissing, reason: "the adapter was unplugged",
            suggestion: "Plug it in again; it is found by its address whatever number it gets.")
    }

    /// Reads at most so many packets into one buffer and hands them over; true if there may be more.
    public func receive(
        into buffer: inout [UInt8], limit: Int, _ take: (UnsafeRawBufferPointer) throws(BeaconBusError) -> Void
    ) throws(BeaconBusError) -> Bool {
        for _ in 0..<limit {
            var problem: BeaconBusError?
            let count = buffer.withUnsafeMutableBytes { space in
                do throws(BeaconBusError) {
                    let count = try receive(space)
                    if count > 0 { try take(UnsafeRawBufferPointer(rebasing: space[..<count])) }
                    return count
                } catch {
                    problem = error
                    return 0
                }
            }
            if let problem { throw problem }
            if count == 0 { return false }
        }
        return true
    }

    /// Sends one packet.
    public func send(_ packet: [UInt8]) throws(BeaconBusError) {
        guard Glibc.send(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL)) < 0 else { return }
        switch errno {
        case EAGAIN, EINTR: return
        case EPERM: throw Self.capabilityMissing("CAP_NET_RAW", "switching the scan on")
        case ENETDOWN:
            throw BeaconBusError(
                .adapterOff, reason: "the adapter was switched off",
                suggestion: "Switch it on: bluetoothctl power on.")
        default:
            throw BeaconBusError(
                .adapterMissing, reason: "the adapter takes no commands: \(SystemError.text(errno))",
                suggestion: "Plug it in again.")
        }
    }

    /// What is said of a right that is missing, with the remedy.
    public static func capabilityMissing(_ capability: String, _ purpose: String) -> BeaconBusError {
        BeaconBusError(
            .capabilityMissing, reason: "\(capability) is missing, which \(purpose) needs",
            suggestion:
                "Give it to the service (systemd: AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN) or to the program (setcap cap_net_raw,cap_net_admin+ep); root is not needed."
        )
    }

    private static func refusal(_ channel: Channel, _ index: UInt16, _ code: Int32) -> BeaconBusError {
        switch code {
        case EPERM, EACCES:
            return capabilityMissing(
                channel == .user ? "CAP_NET_ADMIN" : "CAP_NET_RAW",
                channel == .user ? "having the adapter alone" : "listening beside others")
        case EBUSY:
            return BeaconBusError(
                .adapterBusy, reason: "hci\(index) is in use by another program",
                suggestion: "Stop it, or read beside it with mode=monitor or mode=raw.")
        case ENODEV:
            return BeaconBusError(
                .adapterMissing, reason: "hci\(index) is not there any more", suggestion: "Plug the adapter in again.")
        case 132 /* ERFKILL, which Glibc does not import */: return RadioBlock.error(hard: false)
        default:
            return BeaconBusError(
                .adapterFailed, reason: "hci\(index) cannot be used: \(SystemError.text(code))",
                suggestion: "Look at the kernel's log: dmesg | grep -i bluetooth.")
        }
    }
}
