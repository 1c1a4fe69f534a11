import ServiceKit

/// YAML documents and the configuration made of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConfiguration(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard (try? YAMLReader.read(bytes)) != nil else { return 0 }
    _ = try? Configuration.load(table, file: ("fuzz.yaml", bytes))
    return 0
}

private let table = ConfigurationTable(CommonKeys.all)
