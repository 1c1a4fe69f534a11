// DispatchService
