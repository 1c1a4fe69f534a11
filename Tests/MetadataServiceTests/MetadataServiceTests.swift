// MetadataService
