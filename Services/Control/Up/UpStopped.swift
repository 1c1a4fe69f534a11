/// Somebody asked for the end while something was awaited.
struct UpStopped: Error {}
