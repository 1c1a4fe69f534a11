// swift-tools-version: 6.3

import PackageDescription

/// Every target is built the same way: Swift 6, warnings are errors, explicit imports.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func cLibrary(_ name: String, pkgConfig: String, debian: String) -> Target {
    .systemLibrary(
        name: name, path: "Shared/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

func shared(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Shared/\(name)", swiftSettings: settings)
}

func service(_ name: String, folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Services/\(folder)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: ["Support"] + dependencies, path: "Tests/\(name)", exclude: exclude,
        swiftSettings: settings)
}

/// What lies beside scanner and bridge.
let otherServices = ["Authority", "Control", "Dispatch", "Gate", "Lifecycle", "Metadata"]

/// `BEACONBUS_TESTS=BusTests,StoreTests` leaves out all other test targets, so that a change in one is tried quickly.
let chosenTests = Context.environment["BEACONBUS_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
    name: "BeaconBus",
    products: [
        .library(name: "Schema", targets: ["Schema"]),
        .executable(name: "beacon-scanner", targets: ["ScannerProgram"]),
        .executable(name: "beacon-bridge", targets: ["BridgeProgram"]),
        .executable(name: "beacon-lifecycle", targets: ["LifecycleService"]),
        .executable(name: "beacon-metadata", targets: ["MetadataService"]),
        .executable(name: "beacon-dispatch", targets: ["DispatchService"]),
        .executable(name: "beacon-authority", targets: ["AuthorityService"]),
        .executable(name: "beacon-gate", targets: ["GateService"]),
        .executable(name: "beaconctl", targets: ["BeaconControl"]),
    ],
    targets: [
        cLibrary("CMosquitto", pkgConfig: "libmosquitto", debian: "libmosquitto-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
        cLibrary("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev"),
        cLibrary("CYAML", pkgConfig: "yaml-0.1", debian: "libyaml-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", debian: "libmicrohttpd-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
        .systemLibrary(name: "CLinux", path: "Shared/System/CLinux"),

        shared("Schema"),
        shared("Bluetooth", ["Schema", "COpenSSL"]),
        shared("Tracking", ["Schema", "Bluetooth"]),
        shared("Bus", ["Schema", "CMosquitto", "COpenSSL", "CLinux"]),
        shared("Store", ["Schema", "CSQLite", "CLinux"]),
        shared("Identity", ["Schema", "Store", "COpenSSL", "CLinux"]),
        shared("Access", ["Schema"]),
        shared("Web", ["Schema", "CCurl", "CLinux"]),
        shared("ServiceKit", ["Schema", "Bus", "CYAML", "CMicroHTTPD", "CLinux"]),
        shared("Adapters", ["Bluetooth", "Schema", "ServiceKit"]),

        // Scanner and bridge are one module, because the bridge's virtual nodes are scanners whose reports come from
        // other gateways; each has a program of its own.
        .target(
            name: "ScannerService",
            dependencies: [
                "Fleets", "Adapters", "ServiceKit", "Bus", "Store", "Tracking", "Bluetooth", "Schema", "CLinux",
            ],
            path: "Services",
            exclude: ["Scanner/Main", "Bridge/Main", "Bridge/Fleets"] + otherServices, sources: ["Scanner", "Bridge"],
            swiftSettings: settings),
        service("ScannerProgram", folder: "Scanner/Main", ["ScannerService", "ServiceKit"]),
        service("BridgeProgram", folder: "Bridge/Main", ["ScannerService", "ServiceKit"]),
        .target(
            name: "Fleets", dependencies: ["Bluetooth", "Schema"], path: "Services/Bridge/Fleets",
            swiftSettings: settings),
        service(
            "LifecycleService", folder: "Lifecycle",
            ["ServiceKit", "Bus", "Store", "Identity", "Schema", "CLinux"]),
        service(
            "AuthorityService", folder: "Authority",
            ["ServiceKit", "Bus", "Store", "Identity", "Access", "Web", "Schema", "CLinux"]),
        service(
            "GateService", folder: "Gate",
            ["ServiceKit", "Bus", "Store", "Identity", "Access", "Schema", "CLinux"]),
        service("MetadataService", folder: "Metadata", ["ServiceKit", "Bus", "Store", "Schema", "CLinux"]),
        // A library of its own, so that the benchmarks can measure it.
        .target(
            name: "DispatchCore", dependencies: ["ServiceKit", "Bus", "Store", "Schema", "CLinux"],
            path: "Services/Dispatch/Core", swiftSettings: settings),
        .executableTarget(
            name: "DispatchService", dependencies: ["DispatchCore", "ServiceKit"], path: "Services/Dispatch",
            exclude: ["Core"], swiftSettings: settings),
        service(
            "BeaconControl", folder: "Control",
            ["Adapters", "ServiceKit", "Bus", "Store", "Bluetooth", "Identity", "Access", "Schema", "CLinux"]),

        .target(
            name: "Support",
            dependencies: ["Schema", "Bus", "Store", "Identity", "Access", "CMosquitto", "CLinux", "COpenSSL"],
            path: "Tests/Support", exclude: ["Peers/controller.py"],
            swiftSettings: settings),
        tests("SchemaTests", ["Schema"]),
        tests("BluetoothTests", ["Bluetooth", "Schema"]),
        tests("FleetsTests", ["Fleets", "Bluetooth", "Schema"]),
        tests("TrackingTests", ["Tracking", "Bluetooth", "Schema"]),
        tests("BusTests", ["Bus", "Schema"]),
        tests("StoreTests", ["Store", "Schema", "CSQLite"]),
        tests("IdentityTests", ["Identity", "Schema"]),
        tests("AccessTests", ["Access", "Schema"]),
        tests("WebTests", ["Web", "Schema"]),
        tests("ServiceKitTests", ["ServiceKit"]),
        tests(
            "ScannerServiceTests",
            ["ScannerService", "Adapters", "ServiceKit", "Fleets", "Tracking", "Bluetooth", "Bus", "Store", "Schema"]),
        tests("LifecycleServiceTests", ["LifecycleService", "Identity", "Bus", "Store", "Schema"]),
        tests(
            "AuthorityServiceTests",
            ["AuthorityService", "ServiceKit", "Identity", "Access", "Web", "Bus", "Store", "Schema"]),
        tests("GateServiceTests", ["GateService", "ServiceKit", "Identity", "Access", "Bus", "Schema"]),
        tests("MetadataServiceTests", ["MetadataService", "ServiceKit", "Bus", "Store", "Schema"]),
        tests("DispatchServiceTests", ["DispatchCore", "ServiceKit", "Bus", "Store", "Schema"]),
        tests("BeaconControlTests", ["BeaconControl", "Bluetooth", "Identity", "Access", "ServiceKit", "Schema"]),
        tests(
            "Faults",
            [
                "ScannerService", "LifecycleService", "MetadataService", "DispatchService", "AuthorityService",
                "GateService", "Identity", "Access", "Bus", "Store", "Schema",
            ], exclude: ["run", "FaultyCalls"]),
        tests("Integration", ["Identity", "Access", "Bus", "Store", "Schema"]),
    ].filter { $0.type != .test || chosenTests?.contains($0.name) ?? true },
    swiftLanguageModes: [.v6]
)

// Built on demand only, by Tests/Benchmarks/run, so that they never slow an ordinary build.
if Context.environment["BEACONBUS_BENCHMARKS"] != nil {
    package.targets += [
        .target(
            name: "CYardsticks", path: "Tests/Benchmarks/Yardsticks", exclude: ["decoders.py"],
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("crypto")]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Schema", "Bluetooth", "Tracking", "Bus", "Store", "Identity", "DispatchCore", "CLinux", "CYardsticks",
                "Support",
            ],
            path: "Tests/Benchmarks/Program", swiftSettings: settings),
    ]
}
