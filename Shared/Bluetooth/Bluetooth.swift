// Bluetooth
