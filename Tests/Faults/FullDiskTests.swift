import Glibc
import Identity
import Schema
import Support
import Testing

/// A real disk of 128 KiB that is full, or nearly so, when a node gets or renews its certificates.
@Suite("A full disk", .serialized, .enabled(if: MosquittoBroker.isInstalled))
struct FullDiskTests {
    @Test(
        "H30, T22, D6: storeFull, the old pair serves on, and with room again the node comes up",
        arguments: IdentityCrashTests.Scenario.allCases)
    func full(_ scenario: IdentityCrashTests.Scenario) async throws {
        let site = try await CrashSite()
        defer { site.stop() }
        let step = IdentityCrashTests.isComplete ? 4 : 24
        var refused = 0
        for free in stride(from: 0, through: 48, by: step) {
            let node = try await IdentityCrashTests.make(scenario, "d\(free)", site)
            guard await Self.mount(node, site) else {
                return print("SKIPPED: no file system can be mounted here")
            }
            do {
                refused += try await trial(scenario, node, free: free, site) ? 1 : 0
            } catch {
                await Self.unmount(node, site)
                throw error
            }
            await Self.unmount(node, site)
        }
        #expect(refused > 0, "the disk was never full")
        print("\(scenario): refused or warned of storeFull on \(refused) disks")
    }

    private func trial(
        _ scenario: IdentityCrashTests.Scenario, _ node: CrashNode, free: Int, _ site: CrashSite
    ) async throws -> Bool {
        let before = site.view.read { $0.active[node.node] }
        try Self.fill(node.folder + "/identity/ballast", leaving: free)
        let process = try node.start()
        await eventually(within: .seconds(20)) {
            IdentityCrashTests.isActive(node, site, not: before) || IdentityCrashTests.refusal(node, site) != nil
                || IdentityCrashTests.isRunning(node, site)
        }
        await process.terminate()
        let wasFull = node.logTail.contains("storeFull")
        if IdentityCrashTests.refusal(node, site) != nil { #expect(wasFull, "\(free) KiB free\n\(node.logTail)") }
        unlink(node.folder + "/identity/ballast")
        try await IdentityCrashTests.recover(node, scenario, .failsFrom(ENOSPC), before, site) {
            "\(scenario), \(free) KiB free"
        }
        return wasFull
    }

    /// Moves what is in the node's folder onto a file system of its own.
    private static func mount(_ node: CrashNode, _ site: CrashSite) async -> Bool {
        let (folder, aside) = (node.folder + "/identity", node.folder + "/identity.aside")
        guard rename(folder, aside) == 0, mkdir(folder, 0o700) == 0 else { return false }
        let words = ["-t", "tmpfs", "-o", "size=128k,mode=700", "tmpfs", folder]
        guard (try? await runTool("/usr/bin/mount", words, in: site.folder.path)) != nil else { return false }
        if (try? await runTool("/usr/bin/cp", ["-a", aside + "/.", folder], in: site.folder.path)) != nil {
            return true
        }
        await unmount(node, site)
        return false
    }

    private static func unmount(_ node: CrashNode, _ site: CrashSite) async {
        _ = try? await runTool("/usr/bin/umount", [node.folder + "/identity"], in: site.folder.path)
    }

    /// Takes all room but so many KiB.
    private static func fill(_ path: String, leaving free: Int) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0, count: 4_096)
        var pages = 0
        while write(descriptor, page, page.count) == page.count { pages += 1 }
        ftruncate(descriptor, off_t(max(0, pages * 4_096 - free * 1_024)))
    }
}
