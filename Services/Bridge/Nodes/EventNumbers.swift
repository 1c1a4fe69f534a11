/// The numbers of the nodes' events, all of one series: each is greater than those before, over restarts too, whatever the
/// sessions are. Pure.
struct EventNumbers: Equatable {
    /// The newest number given.
    private(set) var number: UInt64
    /// Up to where numbers are stored as used, so that most need no write of their own.
    private(set) var ceiling: UInt64

    /// How many are stored as used at once.
    static let reservation: UInt64 = 256
    /// The greatest number that JSON holds exactly; after it comes 1.
    static let greatest: UInt64 = (1 << 53) - 1

    /// Goes on behind what may have been used before.
    init(after used: UInt64 = 0) {
        number = min(used, Self.greatest)
        ceiling = number
    }

    /// The next number, 1…2^53−1.
    mutating func next() -> Int64 {
        if number >= Self.greatest {
            (number, ceiling) = (1, 0)
        } else {
            number += 1
        }
        return Int64(clamping: number)
    }

    /// What is to be stored before the newest number is used; nil = nothing.
    var due: UInt64? { number > ceiling ? min(number + Self.reservation, Self.greatest) : nil }

    /// It is stored.
    mutating func stored(_ ceiling: UInt64) { self.ceiling = ceiling }
}
