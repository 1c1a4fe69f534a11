internal import CYAML

/// Reads a YAML document into nodes with line numbers, through libyaml's event parser.
///
/// Bounded: at most 1 MiB, 32 levels, 100,000 values. One document; anchors, aliases and repeated keys are errors.
public struct YAMLReader {
    /// Why a document cannot be read.
    public struct Problem: Error, Equatable, Sendable {
        /// 1-based.
        public let line: Int
        public let reason: String
    }

    static let byteLimit = 1 << 20
    static let depthLimit = 32
    static let nodeLimit = 100_000

    /// On the heap, because libyaml keeps pointers into it between calls.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var nodes = 0

    private init(_ parser: UnsafeMutablePointer<yaml_parser_t>) {
        self.parser = parser
    }

    /// Reads the one document in `bytes`; an empty one gives an empty mapping.
    public static func read(_ bytes: [UInt8]) throws(Problem) -> YAMLNode {
        guard bytes.count <= byteLimit else {
            throw Problem(line: 1, reason: "the file is larger than \(byteLimit) bytes")
        }
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else { throw Problem(line: 1, reason: "out of memory") }
        defer { yaml_parser_delete(parser) }
        return try bytes.withUnsafeBufferPointer { input -> Result<YAMLNode, Problem> in
            guard let start = input.baseAddress else { return .success(YAMLNode(.mapping([]), line: 1)) }
            yaml_parser_set_input_string(parser, start, input.count)
            var reader = YAMLReader(parser)
            do throws(Problem) {
                return .success(try reader.document())
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private mutating func document() throws(Problem) -> YAMLNode {
        var root: YAMLNode?
        while true {
            let event = try next()
            switch event.kind {
            case .streamStart, .documentStart, .documentEnd:
                if event.kind == .documentStart, root != nil {
                    throw Problem(line: event.line, reason: "a second document begins here; only one is allowed")
                }
            case .streamEnd:
                return root ?? YAMLNode(.mapping([]), line: 1)
            default:
                root = try node(event, depth: 0)
            }
        }
    }

    private mutating func node(_ event: Event, depth: Int) throws(Problem) -> YAMLNode {
        nodes += 1
        guard nodes <= Self.nodeLimit else { throw Problem(line: event.line, reason: "too many values") }
        guard depth <= Self.depthLimit else { throw Problem(line: event.line, reason: "nested too deeply") }
        switch event.kind {
        case .scalar(let text, let quoted):
            return YAMLNode(.scalar(text, quoted: quoted), line: event.line)
        case .sequenceStart:
            var items: [YAMLNode] = []
            while true {
                let item = try next()
                if case .end = item.kind { return YAMLNode(.sequence(items), line: event.line) }
                items.append(try node(item, depth: depth + 1))
            }
        case .mappingStart:
            return try mapping(from: event, depth: depth)
        default:
            throw Problem(line: event.line, reason: "not expected here")
        }
    }

    private mutating func mapping(from start: Event, depth: Int) throws(Problem) -> YAMLNode {
        var pairs: [YAMLNode.Pair] = []
        var seen: [String: Int] = [:]
        while true {
            let event = try next()
            if case .end = event.kind { return YAMLNode(.mapping(pairs), line: start.line) }
            guard case .scalar(let key, _) = event.kind else {
                throw Problem(line: event.line, reason: "a key must be plain text")
            }
            if let first = seen[key] {
                throw Problem(
                    line: event.line, reason: "the key \(Quoted.text(key)) stands here again; first in line \(first)")
            }
            seen[key] = event.line
            let value = try node(try next(), depth: depth + 1)
            pairs.append(YAMLNode.Pair(key: key, line: event.line, value: value))
        }
    }
}

extension YAMLReader {
    private enum Kind: Equatable {
        case streamStart, streamEnd, documentStart, documentEnd
        case scalar(String, quoted: Bool)
        case sequenceStart, mappingStart, end
    }

    private struct Event {
        let kind: Kind
        let line: Int
    }

    private mutating func next() throws(Problem) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
        defer { yaml_event_delete(&event) }
        let line = Int(event.start_mark.line) + 1
        switch event.type {
        case YAML_STREAM_START_EVENT: return Event(kind: .streamStart, line: line)
        case YAML_STREAM_END_EVENT: return Event(kind: .streamEnd, line: line)
        case YAML_DOCUMENT_START_EVENT: return Event(kind: .documentStart, line: line)
        case YAML_DOCUMENT_END_EVENT: return Event(kind: .documentEnd, line: line)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            guard scalar.anchor == nil else { throw Self.anchor(line) }
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = String(decoding: bytes, as: UTF8.self)
            return Event(kind: .scalar(text, quoted: scalar.style != YAML_PLAIN_SCALAR_STYLE), line: line)
        case YAML_SEQUENCE_START_EVENT:
            guard event.data.sequence_start.anchor == nil else { throw Self.anchor(line) }
            return Event(kind: .sequenceStart, line: line)
        case YAML_MAPPING_START_EVENT:
            guard event.data.mapping_start.anchor == nil else { throw Self.anchor(line) }
            return Event(kind: .mappingStart, line: line)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return Event(kind: .end, line: line)
        default: throw Self.anchor(line)
        }
    }

    private static func anchor(_ line: Int) -> Problem {
        Problem(line: line, reason: "anchors and aliases are not supported; write the value out")
    }

    /// libyaml's own words for a broken document.
    private func problem() -> Problem {
        let reason = parser.pointee.problem.map { String(cString: $0) } ?? "not readable as YAML"
        // Reader errors (invalid UTF-8) carry an offset instead of a mark.
        return Problem(line: Int(parser.pointee.problem_mark.line) + 1, reason: reason)
    }
}
