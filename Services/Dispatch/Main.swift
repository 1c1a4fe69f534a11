import DispatchCore
import ServiceKit

@main
enum Main {
    static func main() async {
        await ServiceMain.run(DispatchProgram.self)
    }
}
