import Schema

/// The radio as the scanner's core sees it.
protocol RadioControl: AnyObject {
    /// Gives a command; never blocks.
    func send(_ command: RadioCommand)

    /// Takes the outputs that have come, in order.
    func take() -> [RadioOutput]
}
