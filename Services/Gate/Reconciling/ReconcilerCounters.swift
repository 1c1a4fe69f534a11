import Access

/// What was carried out at the plugin since the start.
struct ReconcilerCounters: Equatable, Sendable {
    var messages: Int64 = 0
    /// Clients taken away, their sessions ended.
    var cut: Int64 = 0
    /// Clients made.
    var admitted: Int64 = 0
    /// Roles made, changed or taken away.
    var roles: Int64 = 0
    var failures: Int64 = 0

    mutating func add(_ command: DynamicSecurity.Command) {
        switch command {
        case .deleteClient: cut += 1
        case .createClient: admitted += 1
        case .createRole, .modifyRole, .deleteRole: roles += 1
        case .setDefaults, .listClients, .listRoles, .getDefaults: break
        }
    }
}
