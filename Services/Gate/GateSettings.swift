import Schema
import ServiceKit

/// Where everything lies, from the checked configuration.
struct GateSettings: Sendable {
    /// The authority's folder.
    var access: String
    var authorityFile: String
    /// The broker's files.
    var listFile: String
    var processFile: String
    var rightsFile: String
    var securityFile: String
    var variant: GateKeys.Variant
    var poll: Duration
    /// What was done, for the authority.
    var appliedFile: String
    var roots: Roots

    init(_ context: ServiceContext) {
        let configuration = context.configuration
        let site = configuration[CommonKeys.dataFolder]
        access = configuration[GateKeys.access] ?? "\(site)/authority/access"
        authorityFile = configuration[GateKeys.authorityFile] ?? "\(site)/authority/ca.crt"
        listFile = configuration[GateKeys.listFile] ?? "\(site)/broker/crl.pem"
        processFile = configuration[GateKeys.processFile] ?? "\(site)/broker/mosquitto.pid"
        rightsFile = configuration[GateKeys.rightsFile] ?? "\(site)/broker/acl"
        securityFile = configuration[GateKeys.securityFile] ?? "\(site)/broker/dynamic-security.json"
        variant = configuration[GateKeys.variant]
        poll = configuration[GateKeys.poll]
        appliedFile = "\(context.dataFolder)/applied.json"
        roots = context.roots
    }

    /// Everything in one folder, for tests.
    init(folder: String, roots: Roots, variant: GateKeys.Variant = .dynamicSecurity) {
        access = "\(folder)/access"
        authorityFile = "\(folder)/ca.crt"
        listFile = "\(folder)/broker/crl.pem"
        processFile = "\(folder)/broker/mosquitto.pid"
        rightsFile = "\(folder)/broker/acl"
        securityFile = "\(folder)/broker/dynamic-security.json"
        self.variant = variant
        poll = .seconds(10)
        appliedFile = "\(folder)/gate/applied.json"
        self.roots = roots
    }
}
