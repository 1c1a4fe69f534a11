public import Schema

extension DynamicSecurity {
    /// The plugin's answer to one command.
    public struct Response: Sendable {
        /// The command's name.
        public var command: String
        /// What the command carried; nil for commands of others that carried none.
        public var correlation: String?
        /// What went wrong, in the plugin's words; nil = it was done.
        public var error: String?
        /// What a listing brought.
        public var data: JSONValue?

        /// Each argument is the field of its name.
        public init(command: String, correlation: String?, error: String? = nil, data: JSONValue? = nil) {
            self.command = command
            self.correlation = correlation
            self.error = error
            self.data = data
        }

        /// The answers in one message, in the order of the commands.
        ///
        /// - Throws: `messageTooLarge` or `messageInvalid` for anything else.
        public static func read(_ payload: [UInt8], maximumBytes: Int = 1 << 20) throws(BeaconBusError) -> [Response] {
            let value = try JSONValue.parse(payload, maximumDepth: 10, maximumBytes: maximumBytes)
            guard let answers = value["responses"]?.arrayValue else { throw invalid("it has no list of responses") }
            var responses: [Response] = []
            for answer in answers {
                guard let command = answer["command"]?.stringValue else { throw invalid("a response names no command") }
                responses.append(
                    Response(
                        command: command, correlation: answer["correlationData"]?.stringValue,
                        error: answer["error"]?.stringValue, data: answer["data"]))
            }
            return responses
        }

        static func invalid(_ reason: String) -> BeaconBusError {
            BeaconBusError(
                .messageInvalid, "The broker's security plugin gave an answer that is none", reason: reason,
                suggestion: "Use mosquitto 2 with its own dynamic-security plugin.")
        }
    }
}

extension DynamicSecurity.Contents {
    /// Adds a page of clients; gives how many there are in all and how many came.
    public mutating func addClients(
        _ response: DynamicSecurity.Response
    ) throws(BeaconBusError) -> (total: Int, count: Int) {
        let (total, list) = try Self.page(response, "clients")
        for value in list {
            guard let name = value["username"]?.stringValue else {
                throw DynamicSecurity.Response.invalid("a client has no user name")
            }
            clients[name] = DynamicSecurity.Client(
                roles: Set((value["roles"]?.arrayValue ?? []).compactMap { $0["rolename"]?.stringValue }),
                epoch: DynamicSecurity.Client.epoch(value["textname"]?.stringValue),
                isEnabled: value["disabled"]?.boolValue != true && value["groups"]?.arrayValue?.isEmpty ?? true)
        }
        return (total, list.count)
    }

    /// Adds a page of roles; gives how many there are in all and how many came.
    public mutating func addRoles(
        _ response: DynamicSecurity.Response
    ) throws(BeaconBusError) -> (total: Int, count: Int) {
        let (total, list) = try Self.page(response, "roles")
        for value in list {
            guard let name = value["rolename"]?.stringValue else {
                throw DynamicSecurity.Response.invalid("a role has no name")
            }
            roles[name] = Set((value["acls"]?.arrayValue ?? []).compactMap(DynamicSecurity.Entry.init))
        }
        return (total, list.count)
    }

    /// Takes what is allowed by default.
    public mutating func setDefaults(_ response: DynamicSecurity.Response) throws(BeaconBusError) {
        guard let list = response.data?["acls"]?.arrayValue else {
            throw DynamicSecurity.Response.invalid("the defaults are missing")
        }
        defaults = [:]
        for value in list {
            guard let kind = value["acltype"]?.stringValue, let allow = value["allow"]?.boolValue else { continue }
            defaults[kind] = allow
        }
    }

    private static func page(
        _ response: DynamicSecurity.Response, _ key: String
    ) throws(BeaconBusError) -> (Int, [JSONValue]) {
        guard let total = response.data?["totalCount"]?.integerValue, let list = response.data?[key]?.arrayValue,
            (0...Int64(Int32.max)).contains(total)
        else { throw DynamicSecurity.Response.invalid("a page of \(key) is incomplete") }
        return (Int(total), list)
    }
}
