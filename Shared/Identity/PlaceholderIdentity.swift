/// Removed with the first real file.
enum PlaceholderIdentity {}
