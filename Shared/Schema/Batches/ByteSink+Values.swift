/// The text forms of the values in a batch.
extension ByteSink {
    /// A beacon id without quotes.
    @inline(__always)
    mutating func put(_ identity: BeaconIdentity) {
        // Longer than any id, so the writes below need no check of their own.
        guard room(BeaconID.maximumLength) else { return }
        var length = count
        let base = base
        identity.writeText {
            base[length] = $0
            length += 1
        }
        advance(to: length)
    }

    @inline(__always)
    mutating func put(_ uuid: BeaconUUID) {
        put(hex: uuid.high >> 32, digits: 8)
        put(UInt8(ascii: "-"))
        put(hex: uuid.high >> 16, digits: 4)
        put(UInt8(ascii: "-"))
        put(hex: uuid.high, digits: 4)
        put(UInt8(ascii: "-"))
        put(hex: uuid.low >> 48, digits: 4)
        put(UInt8(ascii: "-"))
        put(hex: uuid.low, digits: 12)
    }

    @inline(__always)
    mutating func put(_ address: BluetoothAddress) {
        var shift: UInt64 = 48
        while shift > 0 {
            shift -= 8
            put(hex: address.value >> shift, digits: 2)
            if shift > 0 { put(UInt8(ascii: ":")) }
        }
    }

    @inline(__always)
    mutating func put(_ activation: ActivationID) {
        put(plain: activation.node.description)
        put(UInt8(ascii: "."))
        put(hex: activation.journal.value, digits: 16)
        put(UInt8(ascii: "."))
        put(activation.counter)
    }

    @inline(__always)
    mutating func put(_ run: RunID) {
        put(Int64(clamping: run.session))
        put(UInt8(ascii: "."))
        put(Int64(clamping: run.attempt))
    }

    /// A number in units of 10^−decimals, exactly, without zeros at its end.
    mutating func put(_ number: Int64, decimals: Int) {
        var scale: UInt64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let magnitude = number.magnitude
        if number < 0 { put(UInt8(ascii: "-")) }
        put(Int64(magnitude / scale))
        var rest = magnitude % scale
        guard rest > 0 else { return }
        put(UInt8(ascii: "."))
        while rest > 0 {
            scale /= 10
            put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
            rest %= scale
        }
    }

    /// A head's members, without braces, a comma behind each.
    mutating func put(_ head: Head) {
        put("\"v\":")
        put(Int64(head.v))
        put(UInt8(ascii: ","))
        if let from = head.from {
            put("\"from\":\"")
            put(plain: from.kind.rawValue)
            put(UInt8(ascii: "."))
            put(plain: from.site.description)
            put(UInt8(ascii: "."))
            put(plain: from.name)
            put("\",")
        }
        if let session = head.session {
            put("\"session\":")
            put(Int64(clamping: session))
            put(UInt8(ascii: ","))
        }
        if let seq = head.seq {
            put("\"seq\":")
            put(Int64(clamping: seq))
            put(UInt8(ascii: ","))
        }
        if let at = head.at, room(WallTime.textLength + 8) {
            put("\"at\":\"")
            let start = count
            let base = base
            at.withUnsafeBytes { byte, index in base[start + index] = byte }
            advance(to: start + WallTime.textLength)
            put("\",")
        }
    }
}
