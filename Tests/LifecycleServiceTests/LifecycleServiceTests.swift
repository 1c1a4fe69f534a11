// LifecycleService
