extension BatchParser {
    /// Beacon ids and the like without making a string of them.
    @inline(__always)
    private mutating func exact<Value>(
        _ field: StaticString, _ form: @autoclosure () -> String,
        _ read: (UnsafeBufferPointer<UInt8>) -> Value?
    ) throws(BatchFault) -> Value {
        let token = try token(field)
        if !token.escaped, let value = read(scanner.slice(token.range)) { return value }
        var text = try text(of: token)
        if token.escaped, let value = text.withUTF8({ read($0) }) { return value }
        throw .field(field.description, "must be \(form()), not \(quoted(text))")
    }

    mutating func beacon(_ field: StaticString) throws(BatchFault) -> BeaconID {
        try exact(field, BeaconID.form) { BeaconIdentity(text: $0).map(BeaconID.init) }
    }

    mutating func uuid(_ field: StaticString) throws(BatchFault) {
        _ = try exact(field, BeaconUUID.form) { bytes -> Bool? in
            var cursor = TextCursor(bytes: bytes)
            return cursor.uuid() != nil && cursor.isAtEnd ? true : nil
        }
    }

    mutating func hex(_ field: StaticString, digits: Int, _ form: String) throws(BatchFault) {
        _ = try exact(field, form) { bytes -> Bool? in
            bytes.count == digits && bytes.allSatisfy { Hex.digit($0) != nil } ? true : nil
        }
    }

    mutating func address(_ field: StaticString) throws(BatchFault) -> BluetoothAddress {
        try exact(field, BluetoothAddress.form) { bytes in
            guard bytes.count == 17 else { return nil }
            var value: UInt64 = 0
            for index in 0..<17 {
                if index % 3 == 2 {
                    guard bytes[index] == UInt8(ascii: ":") else { return nil }
                } else {
                    guard let digit = Hex.digit(bytes[index]) else { return nil }
                    value = value << 4 | UInt64(digit)
                }
            }
            return BluetoothAddress(truncating: value)
        }
    }

    mutating func activation(_ field: StaticString) throws(BatchFault) -> ActivationID {
        var node = lastNode
        let result = try exact(field, ActivationID.form) { bytes -> ActivationID? in
            guard bytes.count <= ActivationID.maximumLength, let first = bytes.firstIndex(of: UInt8(ascii: ".")),
                bytes.count >= first + 19, bytes[first + 17] == UInt8(ascii: "."),
                let journal = Hex.word(UnsafeBufferPointer(rebasing: bytes[first + 1..<first + 17])),
                let counter = Decimal.number(UnsafeBufferPointer(rebasing: bytes[(first + 18)...]))
            else { return nil }
            let name = UnsafeBufferPointer(rebasing: bytes[..<first])
            if let known = node, known.description.utf8.elementsEqual(name) {
                return ActivationID(node: known, journal: JournalID(journal), counter: counter)
            }
            guard let fresh = NodeID(String(decoding: name, as: UTF8.self)) else { return nil }
            node = fresh
            return ActivationID(node: fresh, journal: JournalID(journal), counter: counter)
        }
        lastNode = node
        return result
    }

    /// A name of a format; one that is not known is taken for `other`.
    mutating func format(_ field: StaticString) throws(BatchFault) -> BeaconFormat {
        let token = try token(field)
        if !token.escaped {
            for value in BeaconFormat.table where scanner.equals(token.range, value.word) { return value }
        }
        let text = try text(of: token)
        guard (1...32).contains(text.utf8.count) else {
            throw .field(field.description, text.isEmpty ? "must not be empty" : "must have at most 32 bytes")
        }
        return BeaconFormat(name: text) ?? .other
    }
}
