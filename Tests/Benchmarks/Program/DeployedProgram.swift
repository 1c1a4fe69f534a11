import Glibc

/// A program as it is deployed: static, stripped. `BEACONBUS_PROGRAMS` names the folder, as `Tests/Benchmarks/run` does.
struct DeployedProgram {
    let name: String
    let path: String

    /// Finds the program, or says why the row is skipped.
    init(_ name: String) throws {
        self.name = name
        guard let folder = getenv("BEACONBUS_PROGRAMS").map({ String(cString: $0) }) else {
            throw RowSkipped("BEACONBUS_PROGRAMS does not name the folder of the programs")
        }
        path = "\(folder)/\(name)"
        guard access(path, X_OK) == 0 else { throw RowSkipped("\(path) is not there") }
    }

    /// The file's size in bytes.
    var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
