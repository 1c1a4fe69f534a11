import Glibc
import Support

/// What is to happen to a program's calls on the files of one folder; see FaultyCalls/faulty_calls.c.
struct FaultyCalls: Sendable {
    /// What becomes of the chosen call.
    enum Fault: Sendable, Hashable, CustomStringConvertible {
        /// The process ends before it, as at a power cut.
        case kill
        /// The process ends in the middle of it, where it is a write.
        case tear
        /// It fails once.
        case fails(Int32)
        /// It fails, and all later ones that change something do, as on a disk that is full or read-only.
        case failsFrom(Int32)

        var description: String {
            switch self {
            case .kill: "killed before it"
            case .tear: "killed in the middle of it"
            case .fails(let code): "it fails: \(String(cString: strerror(code)))"
            case .failsFrom(let code): "from then on: \(String(cString: strerror(code)))"
            }
        }
    }

    /// The library that counts the calls; nil where it cannot be made here.
    let library: String

    /// Compiles it into a folder; nil, with a word why, where there is no C compiler.
    init?(in folder: String) async {
        library = folder + "/faulty_calls.so"
        let source = Self.folder + "/FaultyCalls/faulty_calls.c"
        for compiler in ["/usr/bin/cc", "/usr/bin/clang", "/opt/swift/usr/bin/clang"] where access(compiler, X_OK) == 0
        {
            let words = ["-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"]
            if (try? await runTool(compiler, words, in: folder)) != nil { return }
        }
        print("SKIPPED: no C compiler, so calls on files cannot be made to fail here")
        return nil
    }

    /// The environment that has the Nth call on files below `folder` go wrong; 0 = none does.
    func environment(_ fault: Fault, at number: Int, below folder: String, log: String? = nil) -> [String: String] {
        var variables = ["LD_PRELOAD": library, "FAULT_FOLDER": folder, "FAULT_AT": String(number)]
        switch fault {
        case .kill: break
        case .tear: variables["FAULT_TEAR"] = "1"
        case .fails(let code): variables["FAULT_ERROR"] = String(code)
        case .failsFrom(let code):
            variables["FAULT_ERROR"] = String(code)
            variables["FAULT_FROM"] = "1"
        }
        if let log { variables["FAULT_LOG"] = log }
        return variables
    }

    private static let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
}
