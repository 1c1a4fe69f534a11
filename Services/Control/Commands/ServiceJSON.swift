import Bluetooth
import Schema

/// Service data that is recognised and shown, but measures nothing: Fast Pair, Exposure Notification.
enum ServiceJSON {
    /// Adds what the service data of a payload holds.
    static func add(_ data: UnsafeRawBufferPointer, to members: inout [String: JSONValue]) {
        for structure in ADStructures(data) where structure.type == .serviceData && structure.value.count >= 2 {
            let rest = UnsafeRawBufferPointer(rebasing: structure.value[2...])
            switch UInt16(structure.value[0]) | UInt16(structure.value[1]) << 8 {
            case 0xfe2c: if let found = FastPair(rest) { members["fastPair"] = json(found) }
            case 0xfd6f:
                guard let found = ExposureNotification(rest) else { continue }
                members["exposureNotification"] = [
                    "identifier": .string(HexDigits.text(found.identifier)),
                    "metadata": .string(HexDigits.text(found.metadata)),
                ]
            default: continue
            }
        }
    }

    private static func json(_ frame: FastPair) -> JSONValue {
        switch frame {
        case .model(let model): ["model": .string(HexDigits.text(UInt64(model), bytes: 3))]
        case .accounts(let accounts):
            [
                "version": .integer(Int64(accounts.version)), "filter": .string(HexDigits.text(accounts.filter)),
                "salt": .string(HexDigits.text(accounts.salt)), "showsInterface": .bool(accounts.showsInterface),
            ]
        }
    }
}
