internal import ServiceKit

/// The command line for people.
@main
enum Main {
    static func main() async {
        await CommandMain.run(CommandTable.root)
    }
}
