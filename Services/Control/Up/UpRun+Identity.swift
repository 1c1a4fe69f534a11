import Bus
import Schema
import ServiceKit

/// How the node of a run gets onto a closed bus.
extension UpRun {
    /// Announces the node where it has no certificates yet, starts it, and shows how it gets them.
    func admit(_ session: BusSession, _ plan: UpPlan, _ supervisor: Supervisor) async throws {
        let identity = UpIdentity(node: UpSettings.node, folder: plan.identityFolder)
        try await until("the authority to be ready", within: .seconds(60), supervisor) { site in
            site.services["authority"]?["ready"]?.boolValue == true
                && site.services["gate"]?["ready"]?.boolValue == true
        }
        let isNew = !identity.hasCertificates
        if isNew {
            try await identity.makeApp(session)
            let end = try await identity.announce(session)
            tell("expected", "may come with its bootstrap certificate until \(IdentityText.time(end))")
        } else {
            note("the node goes on with its certificates")
        }
        supervisor.start(plan.scanner)
        supervisor.start(plan.lifecycle)
        if isNew { try await follow(session, identity, supervisor) }
    }

    /// Shows each change of the node's standing until its certificates are in use, or something is wrong with them.
    private func follow(_ session: BusSession, _ identity: UpIdentity, _ supervisor: Supervisor) async throws {
        var last: NodeStanding? = .expected
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            try await pause(supervisor)
            guard let entry = try? await identity.standing(session), entry.standing != last else { continue }
            last = entry.standing
            let set = entry.set.map { ", set \($0)" } ?? ""
            let end = entry.notAfter.map { "good until \(IdentityText.time($0))" } ?? ""
            switch entry.standing {
            case .pending: tell("enrolled", "has its certificates, \(end)\(set)")
            case .active:
                tell("active", "uses its certificates, \(end)\(set)")
                return
            default: tell(entry.standing.rawValue, end)
            }
        }
        throw CommandFailure(
            "Waited a minute in vain for the node to use its certificates; what it said stands above.",
            code: .temporaryFailure)
    }

    /// Answers token questions as a registered observer, each with a token made for it, until cancelled.
    /// - Parameter run: the word that is in its will.
    func observe(
        _ configuration: BusConfiguration, _ run: String, _ plan: UpPlan, _ session: BusSession
    ) async throws {
        let identity = UpIdentity(node: UpSettings.node, folder: plan.identityFolder)
        let (questions, asked) = AsyncStream.makeStream(
            of: UpObserver.Question.self, bufferingPolicy: .bufferingOldest(16))
        let client = BusClient(configuration) { _ in
            UpObserver(UpSettings.observerID, nodes: .some([UpSettings.node]), run: run) { asked.yield($0) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            group.addTask { [self] in
                for await question in questions {
                    tell("question", "asks for a token: user \(question.body.user), app \(question.body.app)")
                    let token = try? await identity.makeToken(session, question.body)
                    client.perform { _, link in try? link.reply(to: question.address, TokenAnswer(token: token)) }
                    tell(token == nil ? "no token" : "token", token == nil ? "none could be made" : "given, good once")
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
