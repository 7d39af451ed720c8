import FunnelCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@main
struct Main {
  static func main() {
    let status = FunnelCommand.run(arguments: CommandIO.arguments(), io: .process())
    exit(status.rawValue)
  }
}
