import Glibc
import Identity
import Schema
import Support
import Testing

/// The folder on a file system of its own in memory.
@Suite(
    "The node's folder on full and read-only disks (T22)",
    .enabled(if: Disks.canMount, "this user may not mount a file system"))
struct FolderDiskTests {
    let home = TemporaryFolder()
    let node: FolderNode
    let old: FolderNode.Pair
    let new: FolderNode.Pair

    init() throws {
        node = try FolderNode()
        old = try node.pair(1)
        new = try node.pair(2)
    }

    private var disk: String { "\(home.path)/disk" }
    private var folder: NodeIdentityFolder { NodeIdentityFolder(path: "\(disk)/identity") }

    /// Runs `body` on a disk of 256 KiB with the old pair in use and the request for the new one stored.
    private func onDisk(_ body: () throws -> Void) throws {
        mkdir(disk, 0o700)
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=262144") == 0)
        defer { umount2(disk, Int32(MNT_DETACH)) }
        try folder.prepare()
        try folder.store(node.bundle)
        try folder.splitBundle(site: FolderNode.siteID, node: FolderNode.nodeID)
        try folder.storePending(old.request)
        try node.install(old, folder)
        try folder.markActivated(old.id)
        try folder.storePending(new.request)
        try body()
    }

    private func expectOld() throws {
        let set = try #require(try folder.current())
        #expect(set.id == old.id)
        try set.check(site: FolderNode.siteID, node: FolderNode.nodeID, trust: node.trust, at: Site.now)
        #expect(try folder.unactivated() == nil)
    }

    /// Leaves so many blocks of 4 KiB free.
    private func fill(leaving blocks: Int) {
        unlink("\(disk)/fill")
        let descriptor = open("\(disk)/fill", O_WRONLY | O_CREAT, 0o600)
        let block = [UInt8](repeating: 1, count: 4_096)
        var count = 0
        while write(descriptor, block, block.count) > 0 { count += 1 }
        ftruncate(descriptor, off_t(max(0, count - blocks) * 4_096))
        close(descriptor)
    }

    @Test("However few blocks are left, the pair is the old or the new one; with room again it is the new one")
    func full() throws {
        try onDisk {
            for blocks in 0..<12 {
                fill(leaving: blocks)
                let thrown = code { try node.install(new, folder) }
                guard thrown != nil else {
                    #expect(blocks >= 4, "\(blocks) blocks were enough")
                    break
                }
                #expect(thrown == .storeFull, "\(blocks) blocks")
                try expectOld()
                #expect(try folder.pending() != nil)
                folder.cleanUp()
            }
            unlink("\(disk)/fill")
            try node.install(new, folder)
            #expect(try folder.currentID() == new.id && folder.unactivated() == new.id)
        }
    }

    @Test("On a read-only disk everything that writes says storeReadOnly, and the pair serves on")
    func readOnly() throws {
        try onDisk {
            try #require(mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
            #expect(code { try node.install(new, folder) } == .storeReadOnly)
            #expect(code { try folder.storePending(new.request) } == .storeReadOnly)
            #expect(code { try folder.removePending() } == .storeReadOnly)
            #expect(code { try folder.removeBundle() } == .storeReadOnly)
            try folder.check()
            try folder.splitBundle(site: FolderNode.siteID, node: FolderNode.nodeID)
            #expect(folder.cleanUp() == nil)
            try expectOld()
        }
    }
}

/// File systems in memory.
private enum Disks {
    /// Whether this user may mount one.
    static let canMount: Bool = {
        let place = TemporaryFolder()
        guard mount("tmpfs", place.path, "tmpfs", 0, "size=65536") == 0 else { return false }
        return umount2(place.path, Int32(MNT_DETACH)) == 0
    }()
}
