internal import Schema

// What many layouts share.
extension TelemetryValues {
    /// A whole number of per cent, 0…100; anything else is "not known". The field must not be there yet.
    @inline(__always)
    mutating func setPercent(_ field: TelemetryField, _ percent: UInt8) {
        guard percent <= 100 else { return }
        append(field, Int64(percent) * (field == .humidity ? 10_000 : 100))
    }

    /// Takes over the values of fields that are not there yet.
    mutating func merge(_ other: TelemetryValues) {
        for index in 0..<Int(other.count) {
            if let value = other[index] { set(value.field, value.number) }
        }
    }

    /// A signed number with eight binary places; 0x8000 is "not available".
    @inline(__always)
    mutating func setFixed(_ field: TelemetryField, _ raw: Int16) {
        guard raw != .min else { return }
        set(field, Int64(raw) * (field == .humidity ? 10_000 : 1_000) / 256)
    }
}

extension UnsafeRawPointer {
    @inline(__always)
    func signedBig16(_ offset: Int) -> Int16 { Int16(bitPattern: big16(offset)) }

    @inline(__always)
    func signedLittle16(_ offset: Int) -> Int16 { Int16(bitPattern: little16(offset)) }

    @inline(__always)
    func big24(_ offset: Int) -> UInt32 { UInt32(big16(offset)) << 8 | UInt32(byte(offset + 2)) }

    @inline(__always)
    func little24(_ offset: Int) -> UInt32 { UInt32(little16(offset)) | UInt32(byte(offset + 2)) << 16 }
}
