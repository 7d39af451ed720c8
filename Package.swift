// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module of the house and what it may import; the build refuses any other arrow.
func module(_ name: String, imports: [Target.Dependency] = [], pages: [String] = []) -> Target {
  .target(name: name, dependencies: imports, exclude: pages, swiftSettings: settings)
}

func tests(of name: String, imports: [Target.Dependency] = [], resources: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + imports,
    exclude: resources, swiftSettings: settings)
}

let package = Package(
  name: "funnel",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "funnel", targets: ["funnel"])],
  dependencies: [],
  targets: [
    .target(name: "CWideBytes"),
    module("FunnelModel"),
    module("FunnelStatistics", pages: ["README.md"]),
    module("EventLog", imports: ["FunnelModel", "CWideBytes"]),
    module("FunnelEngine", imports: ["FunnelModel"]),
    module("FunnelReport", imports: ["FunnelEngine", "FunnelStatistics", "FunnelModel"]),
    module("FunnelCommand", imports: ["EventLog", "FunnelEngine", "FunnelReport", "FunnelModel"]),
    .executableTarget(name: "funnel", dependencies: ["FunnelCommand"], swiftSettings: settings),

    .target(name: "TestSupport", dependencies: ["FunnelModel"], path: "Tests/TestSupport", swiftSettings: settings),
    tests(of: "FunnelModel"),
    tests(of: "FunnelStatistics"),
    tests(of: "EventLog", imports: ["FunnelModel", "CWideBytes"], resources: ["Corpus", "Sources/Samples"]),
    tests(of: "FunnelEngine", imports: ["FunnelModel"]),
    tests(of: "FunnelReport", imports: ["FunnelEngine", "FunnelModel", "FunnelStatistics"], resources: ["Golden"]),
    tests(of: "FunnelCommand", imports: ["FunnelReport", "FunnelEngine", "FunnelModel"]),
  ]
)
