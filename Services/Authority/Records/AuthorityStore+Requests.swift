import Schema
import Store

extension AuthorityStore {
    /// How long a request is remembered.
    static let requestLife = Duration.seconds(86_400)
    /// Remembered requests of one node; beyond it the oldest goes.
    static let maximumRequests: Int64 = 32

    func request(_ node: NodeID, _ id: RequestID) throws -> StoredRequest? {
        var found: StoredRequest?
        try query(
            "SELECT hash, acceptance, answer, refused FROM requests WHERE node = ? AND id = ?",
            {
                try $0.bind(1, node.description)
                try $0.bind(2, id.description)
            }
        ) { row in
            var request = StoredRequest(hash: row.bytes(0))
            if !row.isNull(1) { request.acceptance = row.bytes(1) }
            if !row.isNull(2) {
                let value = try JSONValue.parse(row.bytes(2), maximumDepth: 24)
                request.answer = row.int64(3) == 0 ? .reply(value) : .refusal(try value.decode(BeaconBusError.self))
            }
            found = request
            return false
        }
        return found
    }

    /// Remembers a request, or what became of it.
    func put(_ node: NodeID, _ id: RequestID, _ request: StoredRequest, _ now: WallTime) throws {
        let answer: [UInt8]?
        var refused: Int64 = 0
        switch request.answer {
        case .reply(let value): answer = value.bytes
        case .refusal(let error):
            answer = try JSONValue(encoding: error).bytes
            refused = 1
        case nil: answer = nil
        }
        try run(
            """
            INSERT INTO requests VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (node, id) DO UPDATE SET acceptance = ?4, answer = ?5, refused = ?6
            """
        ) {
            try $0.bind(1, node.description)
            try $0.bind(2, id.description)
            try $0.bind(3, request.hash)
            try $0.bind(4, request.acceptance)
            try $0.bind(5, answer)
            try $0.bind(6, refused)
            try $0.bind(7, now.milliseconds)
        }
        try run(
            """
            DELETE FROM requests WHERE node = ?1 AND id <> ?2 AND id NOT IN (
                SELECT id FROM requests WHERE node = ?1 AND id <> ?2 ORDER BY refused, at DESC LIMIT ?3)
            """
        ) {
            try $0.bind(1, node.description)
            try $0.bind(2, id.description)
            try $0.bind(3, Self.maximumRequests - 1)
        }
    }

    /// Lets go of requests from before `time`.
    func purgeRequests(before time: WallTime) throws -> Int {
        try run("DELETE FROM requests WHERE at <= ?") { try $0.bind(1, time.milliseconds) }
    }
}
