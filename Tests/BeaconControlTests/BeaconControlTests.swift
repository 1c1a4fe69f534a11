// BeaconControl
