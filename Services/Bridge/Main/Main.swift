import ScannerService
import ServiceKit

/// Makes the rooms and gateways of other fleets nodes of the site.
@main
enum BridgeProgram {
    static func main() async {
        await ServiceMain.run(BridgeMain.self)
    }
}
