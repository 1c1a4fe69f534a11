import Glibc
import Support

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

    /// Starts it at the site `bench` of a plain broker, with what it writes to `{folder}/{name}.log`.
    func start(
        broker port: UInt16, folder: String, _ further: [String] = [], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            path,
            ["--site", "bench", "--broker", "127.0.0.1:\(port)", "--data-dir", "\(folder)/data"] + further,
            environment: [
                "BEACONBUS_METADATA_TAKEOVER_WAIT": "0s", "BEACONBUS_DISPATCH_TAKEOVER_WAIT": "0s",
                "BEACONBUS_LIFECYCLE_POLICY": "automatic",
            ].merging(environment) { $1 }, output: "\(folder)/\(name).log")
    }

    /// The file's size in bytes.
    var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
