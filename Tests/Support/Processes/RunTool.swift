internal import Glibc

/// Runs a program to its end and returns its output; throws if it fails.
@discardableResult
public func runTool(_ path: String, _ arguments: [String], in folder: String) async throws -> String {
    let output = "\(folder)/tool-\(UInt32.random(in: 0 ... .max)).out"
    let process = try ChildProcess(path, arguments, output: output)
    let status = await process.ended(within: .seconds(60))
    let text = (try? readFile(output)) ?? ""
    guard let status, ChildProcess.exitCode(status) == 0 else {
        throw ChildProcess.Failure(description: "\(path) \(arguments.joined(separator: " ")) failed: \(text)")
    }
    return text
}

/// The text of a small file.
public func readFile(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ChildProcess.Failure(description: "\(path) cannot be read") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Writes a small file.
public func writeFile(_ path: String, _ text: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
        throw ChildProcess.Failure(description: "\(path) cannot be written")
    }
    close(descriptor)
}
