import ScannerService
import ServiceKit

/// Hears beacons and says which became active, inactive or changed.
@main
enum ScannerProgram {
    static func main() async {
        await ServiceMain.run(ScannerMain.self)
    }
}
