// ScannerService
