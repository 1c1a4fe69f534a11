import Schema
import ServiceKit

/// `beaconctl decode`: what the radio sent, in words. One JSON object a line, with the field names of a batch.
enum DecodeCommand {
    static let hci = Flag(
        "hci", "Read HCI events, with or without the packet type byte 04, instead of advertising data.")
    /// Any text, the empty one too: data without a byte is good data.
    private static let line = ValueType<String>(
        expected: "hexadecimal digits", parse: { node throws(ValueProblem) in node.text ?? "" }, render: { $0 })
    static let lines = RepeatedArgument(
        "HEX", line, "Bytes in hexadecimal, one argument each; none: lines of standard input.")

    static let command = Command(
        "decode", "Decodes advertising data or HCI events given in hexadecimal.",
        discussion: """
            Prints one JSON object a line: "format" is null where there is no beacon, "error" is there where an AD
            structure or a beacon frame is broken, or a line is not hexadecimal. With --hci, each report gives one line.
            Ends with 65 if a line was not hexadecimal.
            """,
        options: [hci], arguments: [lines]
    ) { invocation in
        run(lines: invocation[lines], events: invocation[hci], input: 0) { StandardStream.output.write($0) }
    }

    /// Decodes `lines`, or the lines of the file descriptor `input` when there are none. `output` takes the text, and
    /// says whether anybody still reads it.
    static func run(lines: [String], events: Bool, input: Int32, output: ([UInt8]) -> Bool) -> ExitCode {
        var decoder = LineDecoder(events: events)
        var text: [UInt8] = []
        func put(_ line: some Collection<UInt8>) -> Bool {
            for object in decoder.decode(line) {
                text.append(contentsOf: Printable.json(object).utf8)
                text.append(UInt8(ascii: "\n"))
            }
            guard text.count >= 32_768 else { return true }
            defer { text.removeAll(keepingCapacity: true) }
            return output(text)
        }
        func flush() {
            if !text.isEmpty { _ = output(text) }
            text.removeAll(keepingCapacity: true)
        }
        if lines.isEmpty {
            var reader = LineReader(descriptor: input, longest: 65_536)
            while let line = reader.next(flush: flush), put(line) {}
        } else {
            for line in lines where !put(line.utf8) { break }
        }
        flush()
        return decoder.unreadable == 0 ? .success : .dataError
    }
}
