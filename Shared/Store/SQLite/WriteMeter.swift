import CSQLite

/// Counts the bytes one SQLite connection hands to write(2): the figure for flash wear (R21).
///
/// It is SQLite's own file layer with `xWrite` replaced. The methods of an opened file are copied and patched, and the
/// meter's address lies behind the real file structure, because `xWrite` is given nothing but the file.
final class WriteMeter {
    /// Bytes written since the meter was made.
    var bytes: UInt64 { state.pointee.bytes }
    /// The name to open the database with.
    let name: String

    private let state: UnsafeMutablePointer<WriteMeterState>
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let nameBytes: UnsafeMutablePointer<CChar>

    /// Registers a file layer of its own; nil where SQLite has no default one.
    init?() {
        guard let original = sqlite3_vfs_find(nil), let open = original.pointee.xOpen else { return nil }
        state = .allocate(capacity: 1)
        state.initialize(to: WriteMeterState(original: original, open: open))
        name = "beaconbus-\(UInt(bitPattern: state))"
        let utf8 = Array(name.utf8CString)
        nameBytes = .allocate(capacity: utf8.count)
        nameBytes.initialize(from: utf8, count: utf8.count)
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: original.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(nameBytes)
        vfs.pointee.szOsFile = Int32(meterOffset(original) + MemoryLayout<UnsafeMutableRawPointer>.size)
        vfs.pointee.pAppData = UnsafeMutableRawPointer(state)
        vfs.pointee.xOpen = meteredOpen
        guard sqlite3_vfs_register(vfs, 0) == SQLITE_OK else {
            release()
            return nil
        }
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        release()
    }

    private func release() {
        for table in state.pointee.tables { table.copy.deallocate() }
        state.deinitialize(count: 1)
        state.deallocate()
        nameBytes.deallocate()
        vfs.deallocate()
    }
}

/// What the C callbacks reach through the file.
private struct WriteMeterState {
    typealias Open =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
            UnsafeMutablePointer<Int32>?
        ) -> Int32
    typealias Write =
        @convention(c) (UnsafeMutablePointer<sqlite3_file>?, UnsafeRawPointer?, Int32, sqlite3_int64) -> Int32

    struct Table {
        let original: UnsafePointer<sqlite3_io_methods>
        let copy: UnsafeMutablePointer<sqlite3_io_methods>
    }

    let original: UnsafeMutablePointer<sqlite3_vfs>
    let open: Open
    var write: Write?
    var bytes: UInt64 = 0
    /// SQLite has one table for databases and one for their journals.
    var tables: [Table] = []

    init(original: UnsafeMutablePointer<sqlite3_vfs>, open: @escaping Open) {
        self.original = original
        self.open = open
    }
}

private func meterOffset(_ vfs: UnsafePointer<sqlite3_vfs>) -> Int {
    (Int(vfs.pointee.szOsFile) + 15) & ~15
}

private func meteredOpen(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let vfs, let file, let data = vfs.pointee.pAppData else { return SQLITE_CANTOPEN }
    let state = data.assumingMemoryBound(to: WriteMeterState.self)
    let original = state.pointee.original
    let code = state.pointee.open(original, name, file, flags, outFlags)
    guard code == SQLITE_OK, let methods = file.pointee.pMethods else { return code }
    if let known = state.pointee.tables.first(where: { $0.original == methods }) {
        file.pointee.pMethods = UnsafePointer(known.copy)
    } else {
        let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        copy.initialize(to: methods.pointee)
        state.pointee.write = methods.pointee.xWrite
        copy.pointee.xWrite = meteredWrite
        state.pointee.tables.append(.init(original: methods, copy: copy))
        file.pointee.pMethods = UnsafePointer(copy)
    }
    (UnsafeMutableRawPointer(file) + meterOffset(original)).storeBytes(of: data, as: UnsafeMutableRawPointer.self)
    return code
}

private func meteredWrite(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: sqlite3_int64
) -> Int32 {
    guard let file, let original = sqlite3_vfs_find(nil) else { return SQLITE_IOERR }
    let data = (UnsafeRawPointer(file) + meterOffset(original)).load(as: UnsafeMutableRawPointer.self)
    let state = data.assumingMemoryBound(to: WriteMeterState.self)
    guard let write = state.pointee.write else { return SQLITE_IOERR }
    let code = write(file, bytes, count, offset)
    if code == SQLITE_OK, count > 0 { state.pointee.bytes &+= UInt64(count) }
    return code
}
