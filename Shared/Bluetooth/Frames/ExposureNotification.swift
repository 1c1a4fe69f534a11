/// Exposure Notification service data (UUID 0xfd6f, Apple and Google, Bluetooth specification 1.2). A borrowed view.
public struct ExposureNotification {
    /// Rolling proximity identifier, 16 bytes.
    public var identifier: UnsafeRawBufferPointer
    /// Associated encrypted metadata, 4 bytes.
    public var metadata: UnsafeRawBufferPointer

    /// Reads what follows the UUID: 20 bytes or more.
    public init?(_ data: UnsafeRawBufferPointer) {
        guard data.count >= 20, let base = data.baseAddress else { return nil }
        identifier = UnsafeRawBufferPointer(start: base, count: 16)
        metadata = UnsafeRawBufferPointer(start: base + 16, count: 4)
    }
}
