/// Removed with the first real file.
enum PlaceholderAuthorityServiceTests {}
