/// Reads batches and readings by hand (design §4): strict about types and ranges, deaf to unknown fields, bounded in
/// everything; agrees with the Codable form of ``Batch`` and ``Readings``.
public enum BatchReader {
    /// Reads a batch.
    ///
    /// - Throws: `messageTooLarge`, `versionUnsupported`, or `messageInvalid` naming field and reason.
    public static func read(_ bytes: [UInt8]) throws(BeaconBusError) -> (head: Head, batch: Batch) {
        try read(bytes) { (parser: inout BatchParser) throws(BatchFault) in try parser.batch() }
    }

    /// Reads readings; throws as `read` does.
    public static func readReadings(_ bytes: [UInt8]) throws(BeaconBusError) -> (head: Head, readings: Readings) {
        try read(bytes) { (parser: inout BatchParser) throws(BatchFault) in try parser.readings() }
    }

    private static func read<Body>(
        _ bytes: [UInt8], _ body: (inout BatchParser) throws(BatchFault) -> (Head, Body)
    ) throws(BeaconBusError) -> (Head, Body) {
        guard bytes.count <= MessageCoder.maximumLength else {
            throw .tooLarge(bytes.count, limit: MessageCoder.maximumLength)
        }
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<(Head, Body), BatchFault> in
            var parser = BatchParser(buffer)
            do throws(BatchFault) {
                let value = try body(&parser)
                try parser.scan { scanner throws(JSONSyntaxError) in try scanner.end() }
                return .success(value)
            } catch {
                return .failure(error)
            }
        }
        let value: (Head, Body)
        switch result {
        case .success(let success): value = success
        case .failure(let fault): throw fault.error
        }
        guard value.0.v == Head.version else { throw .version(Int64(value.0.v)) }
        return value
    }
}
